/* Taps are sent one after the other, each with an id of its own, and sent again with the same id
   until the server has answered, also after a reload: no tap is lost and none counts twice. Dice
   and draws are only sent while the server answers. */
"use strict";

const RETRY_MILLISECONDS = 1500;
const SLOW_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 150;
const TIMEOUT_MILLISECONDS = 8000;
const AWAY = [0, 502, 503, 504]; // nobody has answered, or a proxy whose server is away

table.store = `taps:${table.now.dataset.table}`;
table.waiting = JSON.parse(sessionStorage.getItem(table.store) ?? "[]");
table.newest = table.version();
table.isAway = false;
let isSending = false;

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Plain http in a home network is no secure context: crypto.randomUUID is missing there.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep() {
  sessionStorage.setItem(table.store, JSON.stringify(table.waiting));
  showWaiting();
  document.dispatchEvent(new CustomEvent("table:queue"));
}

/* ---------- asking the server ---------- */

table.ask = async (verb, url, values, isBrief = false) => {
  const headers = { "HX-Request": "true" };
  if (isBrief) headers.Prefer = "return=minimal";
  let body;
  if (values) {
    body = new URLSearchParams(values);
    headers["X-CSRFToken"] = document.querySelector("#do [name=csrfmiddlewaretoken]").value;
  }
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MILLISECONDS);
  try {
    const answer = await fetch(url, { method: verb, body, headers, signal: stop.signal });
    const version = Number(answer.headers.get("X-Table-Version"));
    return { status: answer.status, text: answer.status === 204 ? "" : await answer.text(), version };
  } catch {
    return { status: 0, text: "" };
  } finally {
    clearTimeout(timer);
  }
};

function setAway(isAway) {
  table.isAway = isAway;
  document.getElementById("offline").hidden = !isAway;
  document.dispatchEvent(new CustomEvent("table:queue"));
}

/* ---------- the queue ---------- */

table.work = async () => {
  if (isSending) return;
  isSending = true;
  while (table.waiting.length || table.newest > table.version()) {
    const isTap = table.waiting.length > 0;
    const done = isTap ? await sendTap(table.waiting[0]) : await fetchNewest();
    if (!done) {
      if (!isTap) break; // the next announcement or poll asks again
      await pause(RETRY_MILLISECONDS);
    }
  }
  isSending = false;
  keep();
};

async function sendTap(job) {
  const seen = `${job.url.includes("?") ? "&" : "?"}seen=${table.version()}`;
  // Of many points in a row only the last answer need show the table.
  const isBrief = job.adds && table.waiting.length > 1;
  const answer = await table.ask("POST", job.url + seen, job.values, isBrief);
  if (AWAY.includes(answer.status)) {
    setAway(true);
    keep();
    return false;
  }
  setAway(false);
  table.waiting.shift();
  endWait(job);
  if (answer.status === 200) {
    table.take(answer.text, { sheet: table.wants(job) });
    document.dispatchEvent(new CustomEvent("table:sent", { detail: job }));
  } else if (answer.status === 204) {
    table.newest = Math.max(table.newest, answer.version);
    document.dispatchEvent(new CustomEvent("table:sent", { detail: job }));
  } else {
    table.notice(answer.text);
    // After a conflict the newest table stands behind the notice that explains it.
    if (answer.status === 409) table.newest = Math.max(table.newest, table.version() + 1);
  }
  keep();
  return true;
}

async function fetchNewest() {
  const wanted = table.newest;
  const answer = await table.ask("GET", `${table.now.dataset.board}?seen=${table.version()}`);
  if (AWAY.includes(answer.status)) {
    setAway(true);
    return false;
  }
  setAway(false);
  if (answer.status === 200) table.take(answer.text);
  else if (answer.status !== 204) return false;
  if (table.newest === wanted) table.newest = table.version();
  return true;
}

table.refresh = () => {
  table.newest = Math.max(table.newest, table.version() + 1);
  return table.work();
};

/* ---------- what a tap is ---------- */

function isSameTap(job, url, values) {
  return job.url === url && ["command", "kind", "seen"].every((name) => job[name] === values[name]);
}

// Several fields of one name stay several: pairs, not an object.
function fieldsOf(form, submitter) {
  const pairs = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
  return pairs.map(([name, value]) => (name === "seen" ? [name, String(table.version())] : [name, value]));
}

table.submit = (form, submitter, changed = {}) => {
  const url = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const pairs = fieldsOf(form, submitter).filter(([name]) => name !== "id" && !(name in changed));
  pairs.push(...Object.entries(changed));
  const values = Object.fromEntries(pairs);
  const isChance = form.matches("[data-chance]") || submitter?.matches("[data-chance]");
  const isStep = form.matches("[data-step]") || submitter?.matches("[data-step]");
  if ((isChance || isStep) && table.isAway) {
    table.toast(document.getElementById("toast").dataset.offline);
    return;
  }
  // A nervous double tap on "next phase" is one step; on a card it is two points.
  const isDouble = table.waiting.some((job) => isSameTap(job, url, values));
  if (isDouble && !submitter?.matches("[data-adds]")) return;
  const job = {
    url,
    values: [...pairs, ["id", newId()]],
    command: values.command,
    kind: values.kind,
    seen: values.seen,
    adds: submitter?.matches("[data-adds]") ?? false,
    on: submitter?.dataset.on ?? "",
    amount: Number(changed.command ? -submitter.dataset.amount : submitter?.dataset.amount ?? 0),
    button: submitter?.id ?? "",
    from: table.sheetPath(),
    since: Date.now(),
  };
  table.clearNotices();
  table.waiting.push(job);
  keep();
  setTimeout(() => beginWait(job), PATIENCE_MILLISECONDS);
  setTimeout(showWaiting, SLOW_MILLISECONDS + 50);
  table.work();
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("#do, [data-command]")) return; // form.id would be the field of that name
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") === "true") return;
  table.submit(form, event.submitter);
});

/* ---------- what waits is shown as waiting ---------- */

function beginWait(job) {
  if (!table.waiting.includes(job)) return;
  document.getElementById(job.button)?.classList.add("is-wait");
}

function endWait(job) {
  if (job.button) document.getElementById(job.button)?.classList.remove("is-wait");
}

function showWaiting() {
  document.querySelectorAll(".by--wait").forEach((mark) => mark.remove());
  const sums = new Map();
  for (const job of table.waiting) {
    if (!job.on || Date.now() - job.since < SLOW_MILLISECONDS) continue;
    sums.set(job.on, (sums.get(job.on) ?? 0) + job.amount);
  }
  for (const [id, sum] of sums) {
    const card = document.getElementById(id);
    if (card === null) continue;
    const mark = document.createElement("span");
    mark.className = "by by--wait";
    mark.textContent = sum > 0 ? `+${sum}` : String(sum);
    card.append(mark);
  }
}
