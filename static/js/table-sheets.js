/* Sheets: they come from below, each has an address of its own, and nothing another phone does
   closes one or changes what is being typed in it. */
import { keepingZone } from "./table-attack.js";
import { ask, work } from "./table-send.js";
import { parsed } from "./fragments.js";
import { clearNotices, notice, take, toast } from "./table-show.js";
import { sheets, table } from "./table-state.js";

const place = document.getElementById("sheets");
let opener = "";
let asked = 0; // which sheet was asked for last: an answer to an earlier wish comes too late
const openDetails = new Set();

const wide = matchMedia("(min-width: 48rem)"); // room for board and sheet side by side

export function sheet() {
  return document.getElementById("sheet");
}

// The sheet somebody opened; what lies beside the board while nobody did is none of that.
export function opened() {
  return sheet()?.dataset.resting === "1" ? null : sheet();
}

function pathOf(shown) {
  return shown === null ? "" : shown.dataset.path.split("?")[0];
}

function path() {
  return pathOf(opened());
}

// The sheet of an answer is wanted unless the player has gone elsewhere meanwhile.
function wants(job) {
  return job.from === path();
}

// The page under the sheets: the table, or one player's own.
const here = table.now.dataset.home ?? table.now.dataset.table;
// A sheet that is reloaded lies over the table; closing it leads to the page it lay over before.
const home = history.state?.home ?? here;

function goHome() {
  if (home === here) history.pushState({}, "", home);
  else location.assign(home);
}

// Beside the board a sheet is no dialog but a part of the page: both are used.
function settle(shown) {
  shown.setAttribute("role", wide.matches ? "region" : "dialog");
  if (wide.matches) shown.removeAttribute("aria-modal");
  else shown.setAttribute("aria-modal", "true");
}

function setInert(isCovered) {
  const isInert = isCovered && !wide.matches;
  ["strip", "main", "dock"].forEach((id) => {
    const part = document.getElementById(id);
    if (part !== null) part.inert = isInert;
  });
}

/* ---------- showing ---------- */

function takeSheet(fresh) {
  const incoming = fresh?.querySelector("#sheet") ?? null;
  const current = opened();
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
    const body = taken.querySelector(".sheet__b");
    // What came of a tap is read from its top, unless it was there already.
    const isNews = body.matches("[data-top]") && !current.querySelector("[data-top]");
    body.scrollTop = isNews ? 0 : scroll;
  }
  openDetails.forEach((id) => { document.getElementById(id)?.setAttribute("open", ""); });
  settle(taken);
  setInert(true);
  if (current === null && document.documentElement.hasAttribute("data-flip")) document.body.scrollTop = 0;
  if (location.pathname + location.search !== taken.dataset.url) {
    history[isSame ? "replaceState" : "pushState"]({ sheet: true, home }, "", taken.dataset.url);
  }
  const back = isSame && focused ? document.getElementById(focused) : null;
  if (back !== null && !back.disabled) back.focus({ preventScroll: true });
  else document.getElementById("sheet-title").focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:sheet"));
}

/* What is for one pair of eyes (`data-closes`) comes closed each time. */
function rememberDetails(left) {
  left?.querySelectorAll("details[id]:not([data-closes])").forEach((details) => {
    if (details.open) openDetails.add(details.id);
    else openDetails.delete(details.id);
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

/* On a tablet the log lies beside the board while no sheet is open: no address, no focus. */
async function rest() {
  if (!wide.matches || opened() !== null || !table.now.dataset.rest) return;
  const answer = await ask("GET", table.now.dataset.rest);
  if (answer.status !== 200 || opened() !== null) return;
  const fresh = parsed(answer.text).getElementById("sheets");
  const scroll = sheet()?.querySelector(".sheet__b")?.scrollTop ?? 0;
  place.replaceChildren(...fresh.childNodes);
  const resting = sheet();
  resting.dataset.resting = "1";
  resting.classList.add("sheet--still");
  settle(resting);
  resting.querySelector(".sheet__b").scrollTop = scroll;
}

wide.addEventListener("change", () => {
  if (!wide.matches && opened() === null) place.replaceChildren();
  if (sheet() !== null) settle(sheet());
  setInert(opened() !== null);
  rest();
});

export function close({ push = true } = {}) {
  asked += 1;
  if (opened() === null) return;
  place.replaceChildren();
  setInert(false);
  rest();
  if (push) goHome();
  document.getElementById(opener)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:sheet"));
}

// A tap on the board leaves the sheet beside it open.
function beside(button) {
  const shown = opened();
  return shown === null || shown.contains(button ?? null) ? "" : shown.dataset.path;
}

function isBusy() {
  return opened() !== null && isHeld(opened());
}

/* To the result when the game ends, away from it when the end is undone. Whoever is typing finds
   it behind the large button. */
function turn(isOver) {
  if (isOver && !isBusy() && table.now.dataset.end) open(table.now.dataset.end);
  if (!isOver && path() === "ending") close();
}

Object.assign(sheets, { path, wants, open, take: takeSheet, turn, isHeld: isBusy, beside });

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey) return;
  const link = event.target.closest("a[data-sheet], a[data-close], #sheet a[href^='#']");
  if (link === null) return;
  event.preventDefault();
  if (link.matches("[href^='#']")) {
    // Followed as a link, it would be one more page to go back to.
    const part = document.querySelector(link.hash);
    part.scrollIntoView();
    part.querySelector("button, a")?.focus({ preventScroll: true });
    return;
  }
  if (link.matches("[data-close]")) {
    close();
    return;
  }
  // A key opened it: then no link was left that the focus would go back to.
  if (opened() === null) opener = event.isTrusted ? link.id : "";
  open(link.dataset.keeps ? keepingZone(link.href, link.dataset.keeps) : link.href);
});

window.addEventListener("popstate", () => {
  if (location.pathname === here) close({ push: false });
  else if (location.pathname === home) location.reload();
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
  const touched = event.target.closest("#sheet");
  if (touched === null) return;
  touched.dataset.touched = "1";
  clearNotices(); // what was refused is being put right
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
  if (opened() === null) {
    rest();
    return;
  }
  const shown = sheet();
  if (Number(shown.dataset.version) >= detail.version) return;
  const others = [...(detail.changes?.children ?? [])];
  // What is read out for a step goes with it, once somebody has taken that back.
  const isGone = shown.querySelector("[data-hold=step]") !== null
    && others.some(({ dataset }) => dataset.kind === "undo" || dataset.kind === "redo");
  if (isGone || !isHeld(shown)) {
    const answer = await ask("GET", isGone ? shown.dataset.url.split("?")[0] : shown.dataset.url);
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
    const stepped = Math.min(most, Math.max(Number(field.min || 0), Number(field.value) + Number(stepBy)));
    // Where there is no room for a minus, one more than there can be is none again.
    field.value = stepped > Number(button.dataset.wraps ?? Infinity) ? field.min : String(stepped);
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
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// What the card read out says, while its number is typed.
document.addEventListener("input", (event) => {
  if (event.target.id !== "pad-value") return;
  const said = document.getElementById("read-back");
  const bare = (number) => number.trim().replace(/^0+/, "");
  const typed = bare(event.target.value);
  const card = [...document.querySelectorAll("#cards-known > li")].find(({ dataset }) => bare(dataset.card) === typed);
  said.textContent = card?.textContent ?? "";
});

// Nothing was typed: say so where the number is read, not in a bubble that the keys may cover.
document.addEventListener("invalid", (event) => {
  if (event.target.id !== "pad-value") return;
  event.preventDefault();
  document.getElementById("read-back").textContent = event.target.dataset.missing;
  event.target.focus();
}, true);

// The button repeats what was chosen, so nobody seals the wrong name.
document.addEventListener("change", (event) => {
  const form = event.target.form?.getAttribute("id"); // form.id would be the field of that name
  const button = form && document.querySelector(`#sheet [form="${form}"][data-repeats]`);
  const words = event.target.closest("label")?.querySelector("b")?.textContent;
  if (button && words) button.querySelector("b").textContent = `${button.dataset.repeats}: ${words}`;
});

if (sheet() !== null) {
  settle(sheet());
  setInert(true);
  document.dispatchEvent(new CustomEvent("table:sheet"));
}
rest();
work(); // what a reload found unsent
