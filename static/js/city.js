/* What only the pages of City of Horror do: points that count up, first places that change hands, an
   invasion card whose sums are told while it is entered. Everything works without it. */

const STEP_MILLISECONDS = 500;
const FIRST_MILLISECONDS = 1800; // once everybody has been seen to get away, or not
const still = matchMedia("(prefers-reduced-motion: reduce)");
const now = document.getElementById("now");

/* ---------- the helicopter: a total never stands before its parts ---------- */

function countUp(total) {
  if (still.matches) return;
  const steps = total.dataset.countsUp.split(",").filter(Boolean);
  delete total.dataset.countsUp;
  total.dataset.total = total.textContent;
  total.textContent = "0";
  steps.forEach((sum, place) => {
    setTimeout(() => { total.textContent = sum; }, FIRST_MILLISECONDS + (place + 1) * STEP_MILLISECONDS);
  });
}

function countAll() {
  now.querySelectorAll("[data-counts-up]").forEach(countUp);
}

new MutationObserver(countAll).observe(now, { childList: true, subtree: true });
countAll();

/* ---------- first places: whoever has a place already changes with who takes it ---------- */

function chosenIn(row) {
  return row.querySelector("input:checked");
}

document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-lays]");
  if (row === null) return;
  const rows = [...row.parentElement.querySelectorAll("[data-lays]")];
  const place = event.target.dataset.place;
  const other = rows.find((each) => each !== row && chosenIn(each)?.dataset.place === place);
  const left = row.dataset.lays;
  row.dataset.lays = place;
  if (other === undefined) return;
  other.querySelector(`input[data-place="${left}"]`).checked = true;
  other.dataset.lays = left;
});

/* ---------- an invasion card: what will stand where, and what the card brings in all ---------- */

function number(form, name) {
  return Number(form.querySelector(`[name="${name}"]`)?.value ?? 0);
}

function moved(form, counts, most) {
  for (const choice of form.querySelectorAll("[data-moves]")) {
    if (!choice.value) continue;
    const [[before, after]] = JSON.parse(choice.value).content.moves;
    const going = Math.min(counts.get(before), most - counts.get(after));
    counts.set(before, counts.get(before) - going);
    counts.set(after, counts.get(after) + going);
  }
}

function reckon(form) {
  const most = Number(form.dataset.most);
  const rows = [...form.querySelectorAll("[data-spot]")];
  const counts = new Map(rows.map((row) => [row.dataset.spot, Number(row.dataset.there)]));
  moved(form, counts, most);
  const sums = { zombies: 0, antidotes: 0, cards: 0 };
  rows.forEach((row) => {
    const { spot } = row.dataset;
    const wanted = counts.get(spot) + number(form, `content.zombies.${spot}`);
    const then = row.querySelector("[data-then]");
    const words = wanted >= most ? then.dataset.full : then.dataset.then;
    then.textContent = words.replace("0", String(Math.min(wanted, most)));
    then.classList.toggle("is-full", wanted >= most);
    Object.keys(sums).forEach((kind) => { sums[kind] += number(form, `content.${kind}.${spot}`); });
  });
  form.querySelectorAll(".step--add").forEach((step) => {
    step.classList.toggle("is-on", step.querySelector("input").value !== "0");
  });
  const line = document.querySelector("#sheet [data-sums]");
  const words = Object.entries(sums).filter(([, sum]) => sum).map(([kind, sum]) => line.dataset[kind].replace("0", String(sum)));
  line.textContent = words.join(" · ") || line.dataset.none;
  whoIsNext(form);
}

function whoIsNext(form) {
  const line = form.querySelector("[data-track]");
  const track = JSON.parse(line.dataset.track);
  line.textContent = track[number(form, "content.steps") % track.length];
}

function reckonOpen() {
  const form = document.querySelector("#sheet #describe");
  if (form !== null) reckon(form);
}

document.addEventListener("input", (event) => {
  if (event.target.form?.matches("#describe")) reckonOpen();
});
document.addEventListener("table:sheet", reckonOpen);
reckonOpen();
