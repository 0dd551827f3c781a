/* What an answer of the server changes on this page. Answers carry parts by id; a part that is the
   same as before is left alone, so focus, scrolling and open reasons stay where they are. An older
   table never replaces a newer one. */
import { parsed, partsOf, plainHtml, replaceKeepingFocus } from "./fragments.js";
import { counts, setNumber } from "./table-numbers.js";
import { sheets, table } from "./table-state.js";

const GLOW_MILLISECONDS = 2000;
const TOAST_MILLISECONDS = 6000;
const MOMENT_MILLISECONDS = 12000;
const shown = new Map(); // part id: its HTML as the server sent it
const held = new Map(); // part id: what takes its place now or soon
const came = new Map(); // moment: when, and in which phase

partsOf(document).forEach((part) => {
  shown.set(part.id, plainHtml(part));
  remember(part);
});

/* ---------- parts of the board ---------- */

function replacePart(fresh) {
  const html = plainHtml(fresh);
  if (shown.get(fresh.id) === html) return;
  shown.set(fresh.id, html);
  const old = document.getElementById(fresh.id);
  if (old === null) return;
  const milliseconds = heldFor(old, fresh);
  held.set(fresh.id, fresh);
  if (milliseconds > 0) setTimeout(() => release(fresh), milliseconds);
  else release(fresh);
}

/* A moment stands long enough to be read while others tap on, but not when it is taken back, when
   another one comes, or when the game has gone on to the next phase. */
function heldFor(old, fresh) {
  const { moment } = old.dataset;
  if (!moment || fresh.dataset.moment || !(Number(fresh.dataset.stands) >= Number(moment))) return 0;
  const { at, phase } = came.get(moment);
  return phase === table.now.dataset.phase ? at + MOMENT_MILLISECONDS - Date.now() : 0;
}

function remember(part) {
  const { moment } = part.dataset;
  if (moment && !came.has(moment)) came.set(moment, { at: Date.now(), phase: table.now.dataset.phase });
}

function release(fresh) {
  if (held.get(fresh.id) !== fresh) return; // a newer one has come meanwhile
  held.delete(fresh.id);
  remember(fresh);
  replaceKeepingFocus(document.getElementById(fresh.id), fresh);
}

function sameSurvivors(fragments) {
  const cards = [...document.querySelectorAll("#survivors > li")].map((card) => card.id);
  return fragments.dataset.survivors.trim() === cards.join(" ");
}

/* Takes an answer; `sheet` says whether its sheet is wanted too. Returns whether it was newer. */
export function take(html, { sheet = false } = {}) {
  const content = parsed(html);
  const fragments = content.getElementById("fragments");
  if (fragments === null) return false;
  const version = Number(fragments.dataset.version);
  if (version < table.version()) return false;
  const changes = content.getElementById("changes");
  if (!sameSurvivors(fragments)) {
    location.reload();
    return true;
  }
  table.now.dataset.phase = fragments.dataset.phase ?? "";
  partsOf(fragments).forEach(replacePart);
  table.now.dataset.beside = fragments.dataset.beside ?? "";
  setVersion(version);
  if (changes !== null) glow(changes);
  if (sheet) sheets.take(content.getElementById("sheets"));
  const result = fragments.dataset.result ?? "";
  tellTaken(changes, content.getElementById("moment"), result);
  turnToResult(result);
  return true;
}

function tellTaken(changes, moment = null, result = table.now.dataset.result ?? "") {
  const detail = { version: table.version(), changes, moment, result };
  document.dispatchEvent(new CustomEvent("table:taken", { detail }));
}

function setVersion(version) {
  table.now.dataset.version = String(version);
  document.querySelectorAll("#do [name=seen]").forEach((field) => { field.value = String(version); });
}

/* ---------- a step that changes nothing but numbers ---------- */

/* Takes the numbers of a quiet step. False where this page must be fetched instead: it has missed
   the step before, or shows something that goes with the next one. */
export function takeStep(step) {
  if (step.version <= table.version()) return true;
  // A television that shows one thing alone goes on with the next step.
  const isAlone = document.querySelector("#screen:not([data-quiet])") !== null;
  if (step.seen !== table.version() || isAlone) return false;
  const words = step.words[document.documentElement.lang];
  if (words === undefined) return false;
  counts().forEach((element) => {
    const number = step.numbers[element.dataset.count];
    if (number === undefined) return;
    setNumber(element, number);
    forget(element);
  });
  document.querySelectorAll("[data-undo]").forEach((place) => {
    place.textContent = words[place.dataset.undo];
    forget(place);
  });
  addLine(words.line, words.who);
  setVersion(step.version);
  table.newest = Math.max(table.newest, step.version);
  const changes = element("ul");
  if (table.now.dataset.seat !== String(step.seat)) changes.append(listed(step, words));
  glow(changes);
  tellTaken(changes);
  return true;
}

// The part is no longer as the server sent it.
function forget(element) {
  const part = element.closest("[data-part]");
  if (part !== null) shown.delete(part.id);
}

function element(tag, text = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/* What somebody else did, as an answer of the server lists it. */
function listed({ version, touched }, words) {
  const line = element("li");
  Object.assign(line.dataset, { seq: String(version), kind: "do" });
  for (const [key, points] of Object.entries(touched)) {
    const gained = points ? ` ${points > 0 ? "+" : ""}${points}` : "";
    line.append(element("span", words.who + gained));
    line.lastChild.dataset.on = `s-${key}`;
  }
  line.append(element("b", words.done));
  return line;
}

// The television's log: the newest line above the others, as many as before.
function addLine(text, who) {
  const lines = [...document.querySelectorAll("[data-line]")];
  if (lines.length === 0) return;
  const most = Number(lines[0].parentElement.dataset.lines);
  const fresh = lines[0].cloneNode(true);
  fresh.querySelector("span").textContent = text;
  fresh.querySelector("small").textContent = who;
  lines[0].before(fresh);
  const icons = [fresh, ...lines].map((line) => line.querySelector(".i"));
  icons.forEach((icon, place) => {
    icon.classList.toggle("i-next", place === 0);
    icon.classList.toggle("i-check", place > 0);
  });
  if (lines.length >= most) lines.at(-1).remove();
  forget(fresh);
}

/* The end of a game is told to everybody at once; undone, it is taken off every screen. */
function turnToResult(result) {
  const before = table.now.dataset.result ?? "";
  table.now.dataset.result = result;
  if (Boolean(before) !== Boolean(result)) sheets.turn(Boolean(result));
}

/* ---------- the glow of what others did ---------- */

function glow(changes) {
  for (const line of changes.children) {
    line.querySelectorAll("[data-on]").forEach((mark) => glowOne(mark.dataset.on, mark.textContent));
    announce(line.querySelector("b").textContent);
  }
}

function glowOne(id, words) {
  const card = document.getElementById(id);
  if (card === null) return;
  card.querySelectorAll(".by").forEach((old) => old.remove());
  const by = element("span", words);
  by.className = "by";
  (card.querySelector("[data-by]") ?? card).append(by);
  card.classList.add("is-new");
  setTimeout(() => card.classList.remove("is-new"), GLOW_MILLISECONDS);
}

/* The glow itself is not announced; the log line is. */
const spoken = element("p");
spoken.className = "vh";
spoken.setAttribute("role", "log");
spoken.setAttribute("aria-live", "polite");
document.getElementById("main").append(spoken);

function announce(words) {
  spoken.textContent = words;
}

// The name of who did it stays until the next tap.
document.addEventListener("pointerdown", () => {
  document.querySelectorAll(".tag:not(.is-new) > .by:not(.by--wait), [data-part]:not(.is-new) [data-by] > .by").forEach((by) => by.remove());
});

/* ---------- notices ---------- */

export function notice(html) {
  const place = document.getElementById("sheet-notices") ?? document.getElementById("notices");
  place.replaceChildren(parsed(html));
  place.scrollIntoView({ block: "nearest" });
}

export function clearNotices() {
  document.getElementById("sheet-notices")?.replaceChildren();
  document.getElementById("notices").replaceChildren();
}

let toastTimer = 0;

export function toast(words) {
  const place = document.getElementById("toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { place.hidden = true; }, TOAST_MILLISECONDS);
}
