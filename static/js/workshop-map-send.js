/* Steps are sent one after the other, each with an id of its own, and again with the same id until
   the server has answered: also after a reload, so drawing goes on without a network. */
import { untilLifted } from "./finger.js";
import { AS_FRAGMENT, inTime } from "./fragments.js";
import { clearNotices, foresee, notice, redraw, take } from "./workshop-map-show.js";
import { keepStep, map, root } from "./workshop-map-state.js";

const RETRY_MILLISECONDS = 2000;
const SLOW_MILLISECONDS = 1000;
const LATER = [0, 408, 425, 429, 502, 503, 504];
const store = `map:${root.dataset.page}`;
const mark = document.getElementById("saved");
let isSending = false;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function keep() {
  sessionStorage.setItem(store, JSON.stringify(map.waiting));
  showSaved();
}

function showSaved() {
  const unsent = map.waiting.length;
  const isSlow = unsent && Date.now() - map.waiting[0].since > SLOW_MILLISECONDS;
  const isWaiting = unsent > 0 && (map.isAway || isSlow);
  const { saved, unsent: words, off } = mark.dataset;
  mark.textContent = isWaiting ? words.replace("0", String(unsent)) : map.isAway ? off : saved;
  mark.dataset.waiting = String(unsent);
  mark.classList.toggle("live--wait", isWaiting);
  mark.classList.toggle("live--off", map.isAway && !isWaiting);
}

/* ---------- asking ---------- */

async function ask(verb, url, pairs, isMinimal = false) {
  const headers = { ...AS_FRAGMENT };
  let body;
  if (pairs) {
    body = new URLSearchParams(pairs);
    headers["X-CSRFToken"] = document.querySelector("#do [name=csrfmiddlewaretoken]").value;
    if (isMinimal) headers.Prefer = "return=minimal";
  }
  try {
    const answer = await fetch(url, inTime({ method: verb, body, headers }));
    const revision = Number(answer.headers.get("X-Pack-Revision"));
    const text = answer.status === 204 ? "" : await answer.text();
    await untilLifted();
    return { status: answer.status, text, revision };
  } catch {
    return { status: 0, text: "", revision: 0 };
  }
}

function setAway(isAway) {
  map.isAway = isAway;
  showSaved();
}

/* The page as it is now; `more` chooses a place or a free spot. */
export async function fetchParts(more = {}) {
  const wanted = new URLSearchParams({ seen: String(map.revision), at: map.chosen, ...more });
  if (!wanted.get("at")) wanted.delete("at");
  const answer = await ask("GET", `${root.dataset.page}?${wanted}`);
  if (LATER.includes(answer.status)) {
    setAway(true);
    return false;
  }
  setAway(false);
  if (answer.status === 404) location.reload(); // not ours any more: say so
  if (answer.status === 200) take(answer.text, answer.revision);
  return answer.status === 200 || answer.status === 204;
}

/* ---------- the queue ---------- */

export async function work() {
  if (isSending) return;
  isSending = true;
  while (map.waiting.length) {
    if (!(await sendFirst())) await pause(RETRY_MILLISECONDS);
  }
  isSending = false;
}

async function sendFirst() {
  const [job] = map.waiting;
  job.isGoing = true;
  const isLast = map.waiting.length === 1;
  const pairs = [...job.pairs, ["seen", String(map.revision)], ["at", map.chosen]];
  const answer = await ask("POST", job.url, pairs, !isLast);
  if (LATER.includes(answer.status)) {
    job.isGoing = false;
    setAway(true);
    return false;
  }
  setAway(false);
  map.waiting.shift();
  keep();
  if (answer.status >= 300) {
    notice(answer.text);
    redraw();
    await fetchParts();
  } else {
    keepStep(job.wanted);
    if (answer.status === 200) take(answer.text, answer.revision);
  }
  return true;
}

/* `wanted` is what can be shown at once; a form of the page has none. */
export function send(url, pairs, wanted = {}) {
  clearNotices();
  const job = { url, wanted, since: Date.now(), isGoing: false };
  job.pairs = [...pairs.filter(([name]) => !["id", "at", "csrfmiddlewaretoken"].includes(name)), ["id", newId()]];
  map.waiting.push(job);
  keep();
  foresee(wanted);
  setTimeout(showSaved, SLOW_MILLISECONDS + 50);
  work();
}

export function draw(wanted) {
  if (Object.keys(wanted).length === 0) return;
  send(root.dataset.draw, [["wanted", JSON.stringify(wanted)]], wanted);
}

/* What has not been sent is taken back here; true if there was something. */
export function takeBackUnsent() {
  const last = map.waiting.at(-1);
  if (!last || last.isGoing) return false;
  map.waiting.pop();
  keep();
  redraw();
  return true;
}

map.waiting = JSON.parse(sessionStorage.getItem(store) ?? "[]").map((job) => ({ ...job, isGoing: false }));
map.waiting.forEach((job) => foresee(job.wanted));
showSaved();
work();
