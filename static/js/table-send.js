/* Taps are sent one after the other, each with an id of its own, and sent again with the same id
   until the server has answered, also after a reload: no tap is lost and none counts twice. Of
   several in a hurry the answers only say that they are written; that to the last one brings what
   they changed. Dice and draws are only sent while the server answers. */
import { untilLifted } from "./finger.js";
import { AS_FRAGMENT, inTime } from "./fragments.js";
import { effectsOf } from "./table-foresee.js";
import { clearNotices, notice, take, takeStep, toast } from "./table-show.js";
import { sheets, table } from "./table-state.js";

const RETRY_MILLISECONDS = 1500;
const LONGEST_RETRY_MILLISECONDS = 30000;
const SLOW_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 150;
// Nobody has answered, or somebody who says: not now. The same tap will be taken later.
const LATER = [0, 408, 425, 429, 502, 503, 504];
const FAULTS = 3; // a tap that fails on the server itself is sent so often, then shown as refused

const store = `taps:${table.now.dataset.table}`;
table.waiting = JSON.parse(sessionStorage.getItem(store) ?? "[]");
table.newest = table.version();
let isSending = false;
let patience = RETRY_MILLISECONDS; // until the next attempt
let follow = null; // the tap whose sheet the next answer brings
let refusal = "";

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Plain http in a home network is no secure context: crypto.randomUUID is missing there.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep() {
  sessionStorage.setItem(store, JSON.stringify(table.waiting));
  showWaiting();
  document.dispatchEvent(new CustomEvent("table:queue"));
}

/* ---------- asking the server ---------- */

export async function ask(verb, url, values, { isMinimal = false } = {}) {
  const headers = { ...AS_FRAGMENT };
  const { own } = table.now.dataset;
  if (own) headers["X-Own"] = own; // sheets lie over this page, which has parts of its own
  let body;
  if (values) {
    if (isMinimal) headers.Prefer = "return=minimal";
    body = new URLSearchParams(values);
    headers["X-CSRFToken"] = document.querySelector("#do [name=csrfmiddlewaretoken]").value;
  }
  try {
    const answer = await fetch(url, inTime({ method: verb, body, headers }));
    const version = Number(answer.headers.get("X-Table-Version"));
    const after = Number(answer.headers.get("Retry-After")) * 1000;
    const text = answer.status === 204 ? "" : await answer.text();
    const isStep = answer.headers.get("Content-Type")?.startsWith("application/json");
    await untilLifted();
    return { status: answer.status, text, step: isStep ? JSON.parse(text) : null, version, after };
  } catch {
    return { status: 0, text: "" };
  }
}

// The server says when to come back; without a word from it, soon.
function waitFor(answer) {
  patience = Math.min(answer.after || RETRY_MILLISECONDS, LONGEST_RETRY_MILLISECONDS);
  setAway(true);
}

function setAway(isAway) {
  table.isAway = isAway;
  document.getElementById("offline").hidden = !isAway;
  document.dispatchEvent(new CustomEvent("table:queue"));
}

/* ---------- the queue ---------- */

export async function work() {
  if (isSending) return;
  isSending = true;
  while (table.waiting.length || follow !== null || table.newest > table.version()) {
    const isTap = table.waiting.length > 0;
    const done = isTap ? await sendTap(table.waiting[0]) : await fetchNewest();
    if (!done) {
      if (!isTap && follow === null) break; // the next announcement or poll asks again
      await pause(patience);
    }
  }
  isSending = false;
  keep();
}

/* An undo speaks of the version its sender saw. Taps of this phone that were still on their way
   then have moved it on; what another phone did meanwhile has not been seen and is refused. */
function valuesOf(job) {
  const newest = Math.max(table.newest, table.version());
  const isOwnDoing = job.isStep && newest === Number(job.seen) + job.ahead;
  if (!isOwnDoing) return job.values;
  return job.values.map(([name, value]) => [name, name === "seen" ? String(newest) : value]);
}

// The tap whose sheet the picture comes with: one that opens or closes a sheet is not forgotten
// for one that comes right after it.
function leader(job) {
  return follow === null || follow.to === follow.from ? job : follow;
}

// With the last tap comes the picture: what differs from the one this page shows.
function tapUrl(job, isLast) {
  if (!isLast) return job.url;
  const address = new URL(job.url, location.href);
  const { show } = leader(job);
  address.searchParams.set("seen", String(table.version()));
  if (show && sheets.wants(leader(job))) address.searchParams.set("show", show);
  else address.searchParams.delete("show");
  return address.pathname + address.search;
}

function isForLater(job, status) {
  if (LATER.includes(status)) return true;
  if (status < 500) return false;
  job.faults = (job.faults ?? 0) + 1;
  return job.faults < FAULTS;
}

async function sendTap(job) {
  const isLast = table.waiting.length === 1;
  const answer = await ask("POST", tapUrl(job, isLast), valuesOf(job), { isMinimal: !isLast });
  if (isForLater(job, answer.status)) {
    waitFor(answer);
    keep();
    return false;
  }
  setAway(false);
  table.waiting.shift();
  endWait(job);
  if (answer.version && answer.status < 300) {
    table.newest = Math.max(table.newest, answer.version);
    table.written.push({ ...job, version: answer.version });
    follow = leader(job);
    if (answer.status === 200) takePicture(answer);
    takeEarly();
    document.dispatchEvent(new CustomEvent("table:sent", { detail: job }));
  } else {
    refusal = answer.text;
    notice(refusal);
    // After a conflict the newest table stands behind the notice that explains it.
    if (answer.status === 409) table.newest = Math.max(table.newest, table.version() + 1);
  }
  keep();
  return true;
}

/* Quiet steps that came by the stream. One of this phone's own waits for the answer to its tap:
   until then it is in the numbers already, as a tap that is on its way. */
const early = new Map();

export function hearStep(step) {
  early.set(step.seen, step);
  table.newest = Math.max(table.newest, step.version);
  takeEarly();
  work();
}

function isUnanswered({ seat, version }) {
  const isOwn = seat === Number(table.now.dataset.seat);
  return isOwn && table.waiting.length > 0 && !table.written.some((job) => job.version === version);
}

function takeEarly() {
  for (const [seen, step] of [...early].sort(([one], [other]) => one - other)) {
    if (seen > table.version() || isUnanswered(step)) return;
    early.delete(seen);
    takeStep(step);
  }
}

// A picture that another one has overtaken is asked for again, with its sheet.
function takePicture(answer) {
  const isTaken = answer.step ? takeStep(answer.step) : take(answer.text, { sheet: sheets.wants(follow) });
  if (!isTaken) return;
  follow = null;
  if (refusal) notice(refusal);
}

function partsUrl(show) {
  const [path, query] = show.split("?");
  const seen = `seen=${table.version()}&beside=${table.now.dataset.beside ?? ""}`;
  if (!path) return `${table.now.dataset.board}?${seen}`;
  return `${table.now.dataset.table}sheets/${encodeURI(path)}/?${query ? `${query}&` : ""}${seen}`;
}

async function fetchNewest() {
  const wanted = table.newest;
  const job = follow;
  const isWanted = () => job !== null && sheets.wants(job);
  const show = isWanted() ? job.show : "";
  const seen = table.version();
  const answer = await ask("GET", partsUrl(show));
  if (LATER.includes(answer.status) || answer.status >= 500) {
    waitFor(answer);
    return false;
  }
  setAway(false);
  if (answer.status === 404 && show === "") location.reload(); // no seat here any more: say so
  // A power cut has taken a step that this page had seen before it was safe.
  if (answer.status === 200 && answer.version < seen) location.reload();
  follow = null;
  if (answer.status === 200) {
    take(answer.text, { sheet: isWanted() });
    if (refusal) notice(refusal);
  } else if (answer.status !== 204) {
    return show !== ""; // no such sheet any more: the table itself is asked for
  } else if (isWanted()) {
    sheets.take(null);
  }
  if (table.newest === wanted) table.newest = table.version();
  return true;
}

export function refresh() {
  table.newest = Math.max(table.newest, table.version() + 1);
  return work();
}

/* ---------- what a tap is ---------- */

function isSameTap(job, url, values) {
  return job.url === url && ["with", "kind", "seen"].every((name) => job[name] === values[name]);
}

// Several fields of one name stay several: pairs, not an object.
function fieldsOf(form, submitter) {
  const pairs = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
  return pairs.map(([name, value]) => (name === "seen" ? [name, String(table.version())] : [name, value]));
}

export function submit(form, submitter, changed = {}) {
  const url = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const pairs = fieldsOf(form, submitter).filter(([name]) => name !== "id" && !(name in changed));
  pairs.push(...Object.entries(changed));
  const values = Object.fromEntries(pairs);
  const isChance = form.matches("[data-chance]") || submitter?.matches("[data-chance]");
  const isStep = form.matches("[data-step]") || submitter?.matches("[data-step]");
  if ((isChance || isStep) && table.isAway) {
    toast(document.getElementById("toast").dataset.offline);
    return;
  }
  // A nervous double tap on "next phase" is one step; on a card it is two points.
  const isDouble = [...table.waiting, ...table.unshown()].some((job) => isSameTap(job, url, values));
  if (isDouble && !submitter?.matches("[data-adds]")) return;
  const show = new URL(url, location.href).searchParams.get("show") ?? sheets.beside(submitter ?? form);
  const job = {
    url,
    show,
    to: show.split("?")[0],
    values: [...pairs, ["id", newId()]],
    with: values.with,
    kind: values.kind,
    seen: values.seen,
    adds: submitter?.matches("[data-adds]") ?? false,
    effects: effectsOf(submitter, values.with),
    on: submitter?.dataset.on ?? "",
    amount: Number(changed.with ? -submitter.dataset.amount : submitter?.dataset.amount ?? 0),
    button: submitter?.id ?? "",
    from: sheets.path(),
    ahead: table.waiting.length + table.unshown().length,
    isStep: Boolean(isStep),
    since: Date.now(),
  };
  refusal = "";
  clearNotices();
  table.waiting.push(job);
  keep();
  setTimeout(() => beginWait(job), PATIENCE_MILLISECONDS);
  setTimeout(showWaiting, SLOW_MILLISECONDS + 50);
  work();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("#do, [data-command]")) return; // form.id would be the field of that name
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") === "true") {
    // What cannot be done now is grey, and a tap says why.
    if (event.submitter.dataset.why) toast(event.submitter.dataset.why);
    return;
  }
  submit(form, event.submitter);
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
