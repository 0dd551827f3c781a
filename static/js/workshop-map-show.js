/* The picture is drawn by the server. Until its answer is there, a step is shown with pieces the
   server has drawn before: the stamps of the tools. */
import { cellOf, edgeNames, map, readData, root, spotOf } from "./workshop-map-state.js";
import { parsed, partsOf, plainHtml, replaceKeepingFocus } from "./fragments.js";

const SVG = "http://www.w3.org/2000/svg";
const PLACE = 100;
const HAND_MILLISECONDS = 4000;
const shown = new Map(); // part id: its HTML as the server sent it
let board = null; // as the server drew it, without what waits
const after = []; // what others want to do once parts have been replaced

export function afterTake(listener) {
  after.push(listener);
}

/* ---------- what waits ---------- */

function picture() {
  return document.querySelector(".plan > svg");
}

function stampOf(name) {
  return root.querySelector(`template[data-stamp="${CSS.escape(name)}"]`)?.content.querySelector("svg") ?? null;
}

function piece(key, stamp, transform) {
  const group = document.createElementNS(SVG, "g");
  group.dataset.key = key;
  group.classList.add("is-pending");
  group.setAttribute("transform", transform);
  if (stamp) group.append(...[...stamp.cloneNode(true).childNodes]);
  return group;
}

function drawnAt(key) {
  return picture()?.querySelector(`g[data-key="${CSS.escape(key)}"]`) ?? null;
}

function showToken(key, value) {
  drawnAt(key)?.remove();
  if (value === null) return;
  const [piecename, place, kind] = key.slice("tokens/".length).split(/\.(?=[abc][123])|(?<=[abc][123])\./);
  const cell = cellOf(`${piecename}.${place}`);
  if (!cell || !picture()) return;
  const [column, row] = spotOf(cell);
  const drawn = piece(key, stampOf(`${kind}:${value.colour ?? ""}`), `translate(${column * PLACE} ${row * PLACE})`);
  const number = drawn.querySelector("[data-number]");
  if (number && value.number) number.textContent = String(value.number);
  picture().append(drawn);
}

/* A door is drawn in the middle of the edge its name stands for. */
function showDoor(key, value) {
  const name = key.slice("doors/".length);
  for (const cell of document.querySelectorAll(".cells a")) {
    for (const side of "nesw") {
      const names = edgeNames(cell, side);
      if (!names.includes(name)) continue;
      names.forEach((each) => drawnAt(`doors/${each}`)?.remove());
      if (value === null) return;
      const [column, row] = spotOf(cell);
      const x = (column + { n: 0.5, s: 0.5, e: 1, w: 0 }[side]) * PLACE;
      const y = (row + { n: 0, s: 1, e: 0.5, w: 0.5 }[side]) * PLACE;
      const stamp = stampOf(`door:${value.colour}:${value.state ?? "closed"}`)?.querySelector("g");
      const turn = side === "e" || side === "w" ? " rotate(90)" : "";
      picture().append(piece(key, stamp, `translate(${x} ${y})${turn}`));
      return;
    }
  }
}

function showFloor(key, value) {
  const [tile, place] = key.slice("floors/".length).split(".");
  const name = `${tile.replace(/[RV]/, "")}.${place}`;
  const ground = picture()?.querySelector(`[data-floor="${CSS.escape(name)}"]`);
  ground?.setAttribute("class", { street: "m-st", room: "m-rm", corridor: "m-co" }[value] ?? "m-un");
}

export function foresee(wanted) {
  for (const [key, value] of Object.entries(wanted)) {
    if (key.startsWith("tokens/")) showToken(key, value);
    else if (key.startsWith("doors/")) showDoor(key, value);
    else if (key.startsWith("floors/")) showFloor(key, value);
  }
}

/* The board as the server drew it, and on it what still waits. */
export function redraw() {
  const fresh = board.cloneNode(true);
  replaceKeepingFocus(document.getElementById("board"), fresh);
  map.waiting.forEach((job) => foresee(job.wanted));
  after.forEach((listener) => listener());
}

/* ---------- what comes from the server ---------- */

function openFolds(part) {
  const folds = part.matches("details") ? [part, ...part.querySelectorAll("details")] : [...part.querySelectorAll("details")];
  return new Set(folds.filter((fold) => fold.open).map((fold) => fold.id));
}

/* What only a script can do is there only with one. */
export function showScripted(within) {
  within.querySelectorAll("[data-scripted]").forEach((part) => { part.hidden = false; });
}

function replacePart(fresh) {
  const html = plainHtml(fresh);
  const old = document.getElementById(fresh.id);
  const isBoard = fresh.id === "board";
  if (isBoard) board = fresh.cloneNode(true);
  if (shown.get(fresh.id) === html && !isBoard) return;
  shown.set(fresh.id, html);
  const open = openFolds(old);
  const folds = fresh.matches("details") ? [fresh, ...fresh.querySelectorAll("details")] : [...fresh.querySelectorAll("details")];
  folds.filter((fold) => open.has(fold.id)).forEach((fold) => { fold.open = true; });
  replaceKeepingFocus(old, fresh);
}

export function take(html, revision) {
  if (revision < map.revision) return false;
  const page = parsed(html);
  showScripted(page); // before it takes its place: what is hidden cannot keep the focus
  partsOf(page).forEach((part) => replacePart(document.adoptNode(part)));
  readData();
  map.waiting.forEach((job) => foresee(job.wanted));
  after.forEach((listener) => listener());
  glow();
  return true;
}

/* ---------- other hands ---------- */

function glow() {
  const named = new Set();
  for (const { key, who } of map.others) {
    const drawn = drawnAt(key);
    if (drawn === null) continue;
    drawn.classList.add("is-new");
    if (!named.has(who)) showHand(drawn, who);
    named.add(who);
  }
  map.others = [];
}

function showHand(drawn, who) {
  const plan = document.querySelector(".plan");
  const box = drawn.getBoundingClientRect();
  const frame = plan.getBoundingClientRect();
  const label = document.createElement("span");
  label.className = "hand";
  label.textContent = who;
  plan.append(label);
  const half = label.offsetWidth / 2;
  const middle = box.left - frame.left + box.width / 2;
  label.style.left = `${Math.min(Math.max(middle, half), frame.width - half)}px`;
  label.style.top = `${Math.max(box.top - frame.top, label.offsetHeight)}px`;
  setTimeout(() => label.remove(), HAND_MILLISECONDS);
}

/* ---------- notices ---------- */

export function notice(html) {
  document.getElementById("notices").innerHTML = html;
}

export function toast(words) {
  const line = document.createElement("p");
  line.className = "toast";
  line.textContent = words;
  document.getElementById("notices").replaceChildren(line);
}

export function clearNotices() {
  document.getElementById("notices").replaceChildren();
}

partsOf(document).forEach((part) => shown.set(part.id, plainHtml(part)));
board = document.getElementById("board").cloneNode(true);
readData();
