/* Sheets: they come from below, each has an address of its own, and nothing another phone does
   closes one or changes what is being typed in it. */
import { keepingZone } from "./table-attack.js";
import { ask, work } from "./table-send.js";
import { notice, take, toast } from "./table-show.js";
import { sheets, table } from "./table-state.js";

const place = document.getElementById("sheets");
let opener = "";
let asked = 0; // which sheet was asked for last: an answer to an earlier wish comes too late
const openDetails = new Set();

export function sheet() {
  return document.getElementById("sheet");
}

function pathOf(one) {
  return one === null ? "" : one.dataset.path.split("?")[0];
}

function path() {
  return pathOf(sheet());
}

// The sheet of an answer is wanted unless the player has gone elsewhere meanwhile.
function wants(job) {
  return job.from === path();
}

function setInert(isInert) {
  ["strip", "main", "dock"].forEach((id) => {
    const part = document.getElementById(id);
    if (part !== null) part.inert = isInert;
  });
}

/* ---------- showing ---------- */

function takeSheet(fresh) {
  const incoming = fresh?.querySelector("#sheet") ?? null;
  const current = sheet();
  if (incoming === null) {
    if (current !== null) close({ push: true });
    return;
  }
  const isSame = current !== null && pathOf(current) === pathOf(incoming);
  const scroll = current?.querySelector(".sheet__b")?.scrollTop ?? 0;
  const focused = current?.contains(document.activeElement) ? document.activeElement.id : "";
  rememberDetails(current);
  place.replaceChildren(...fresh.childNodes);
  const taken = sheet();
  if (isSame) {
    taken.classList.add("sheet--still");
    taken.querySelector(".sheet__b").scrollTop = scroll;
  }
  openDetails.forEach((id) => { document.getElementById(id)?.setAttribute("open", ""); });
  setInert(true);
  if (current === null && document.documentElement.hasAttribute("data-flip")) document.body.scrollTop = 0;
  if (location.pathname + location.search !== taken.dataset.url) {
    history[isSame ? "replaceState" : "pushState"]({ sheet: true }, "", taken.dataset.url);
  }
  const back = isSame && focused ? document.getElementById(focused) : null;
  if (back !== null && !back.disabled) back.focus({ preventScroll: true });
  else document.getElementById("sheet-title").focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:sheet"));
}

function rememberDetails(left) {
  left?.querySelectorAll("details[id]").forEach((one) => {
    if (one.open) openDetails.add(one.id);
    else openDetails.delete(one.id);
  });
}

export async function open(url) {
  const address = new URL(url, location.href);
  asked += 1;
  const mine = asked;
  const answer = await ask("GET", `${address.pathname}${address.search}`);
  if (mine !== asked) return;
  if (answer.status === 200) take(answer.text, { sheet: true });
  else if (answer.status) notice(answer.text);
  else toast(document.getElementById("toast").dataset.offline);
}

export function close({ push = true } = {}) {
  asked += 1;
  if (sheet() === null) return;
  place.replaceChildren();
  setInert(false);
  if (push) history.pushState({}, "", table.now.dataset.table);
  document.getElementById(opener)?.focus({ preventScroll: true });
}

Object.assign(sheets, { path, wants, open, take: takeSheet });

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey) return;
  const link = event.target.closest("a[data-sheet], a[data-close]");
  if (link === null) return;
  event.preventDefault();
  if (link.matches("[data-close]")) {
    close();
    return;
  }
  if (sheet() === null) opener = link.id;
  open(link.dataset.keeps ? keepingZone(link.href, link.dataset.keeps) : link.href);
});

window.addEventListener("popstate", () => {
  if (location.pathname === table.now.dataset.table) close({ push: false });
  else open(location.href);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-sheet-form]")) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(form, event.submitter));
  const address = `${form.getAttribute("action")}?${query}`;
  open(form.dataset.keeps ? keepingZone(address, form.dataset.keeps) : address);
});

/* ---------- what others change while a sheet is open ---------- */

function isHeld(shown) {
  if (shown.querySelector("[data-hold]") !== null) return true;
  const active = document.activeElement;
  return shown.dataset.touched === "1" || (shown.contains(active) && active.matches("input, select, textarea"));
}

document.addEventListener("input", (event) => {
  event.target.closest("#sheet")?.setAttribute("data-touched", "1");
});

// A sheet that is left alone still says truly what its undo would take back.
function freshenUndo() {
  const own = document.getElementById("undo-sheet");
  const board = document.getElementById("undo");
  if (own === null || board === null) return;
  own.replaceChildren(...board.cloneNode(true).childNodes);
  own.disabled = board.disabled;
  if (document.getElementById("redo") === null) document.getElementById("redo-sheet")?.remove();
}

document.addEventListener("table:taken", async ({ detail }) => {
  const shown = sheet();
  if (shown === null || Number(shown.dataset.version) >= detail.version) return;
  const others = [...(detail.changes?.children ?? [])];
  if (!isHeld(shown)) {
    const answer = await ask("GET", shown.dataset.url);
    if (answer.status === 200 && sheet() === shown) take(answer.text, { sheet: true });
    return;
  }
  freshenUndo();
  if (!others.length) return;
  const moved = document.getElementById("moved");
  moved.querySelector("span").textContent = others.at(-1).querySelector("b").textContent;
  moved.hidden = false;
});

/* ---------- small tools inside sheets ---------- */

function typeInto(field, key) {
  if (key === "back") field.value = field.value.slice(0, -1).trimEnd();
  else if (key === "clear") field.value = "";
  else if (!field.maxLength || field.maxLength < 0 || field.value.length < field.maxLength) field.value += key;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#sheet button[type=button]");
  if (button === null) return;
  const { stepBy, key, fill, face } = button.dataset;
  if (stepBy) {
    const field = button.parentElement.querySelector("input");
    const most = field.max === "" ? Infinity : Number(field.max);
    field.value = String(Math.min(most, Math.max(Number(field.min || 0), Number(field.value) + Number(stepBy))));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (key) {
    typeInto(document.getElementById("pad-value"), key);
  } else if (fill) {
    const field = document.getElementById("pad-value");
    field.value = fill;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.scrollIntoView({ block: "center" });
  } else if (face) {
    const field = document.getElementById("dice");
    if (face === "back") field.value = field.value.trimEnd().slice(0, -1).trimEnd();
    else field.value = `${field.value} ${face}`.trim();
  }
});

// What the card read out says, while its number is typed.
document.addEventListener("input", (event) => {
  if (event.target.id !== "pad-value") return;
  const said = document.getElementById("read-back");
  const typed = event.target.value.trim();
  const card = [...document.querySelectorAll("#cards-known > li")].find(({ dataset }) => dataset.card === typed);
  said.textContent = card?.textContent ?? "";
});

// The button repeats what was chosen, so nobody seals the wrong name.
document.addEventListener("change", (event) => {
  const form = event.target.form?.getAttribute("id"); // form.id would be the field of that name
  const button = form && document.querySelector(`#sheet [form="${form}"][data-repeats]`);
  const words = event.target.closest("label")?.querySelector("b")?.textContent;
  if (button && words) button.querySelector("b").textContent = `${button.dataset.repeats}: ${words}`;
});

if (sheet() !== null) {
  setInert(true);
  document.dispatchEvent(new CustomEvent("table:sheet"));
}
work(); // what a reload found unsent
