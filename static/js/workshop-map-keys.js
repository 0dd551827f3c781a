/* The map without a pointer: one tab stop, arrows move in it, a letter does what a tool does. */
import { takeBackUnsent, send } from "./workshop-map-send.js";
import { afterTake, toast } from "./workshop-map-show.js";
import { beside, map, root, say } from "./workshop-map-state.js";
import { choose, cycleDoor, cycleFloor, cycleWall, erase, nextColour, pick, setNumber, tools, turnTile } from "./workshop-map-tools.js";
import { zoomBy } from "./workshop-map-zoom.js";

const ARROWS = { ArrowUp: "n", ArrowRight: "e", ArrowDown: "s", ArrowLeft: "w" };
const ARMED_MILLISECONDS = 5000;
let prefix = ""; // D or W: the next arrow says on which side
let here = ""; // the place with the tab stop
let armed = ""; // the step of somebody else that the next U takes back

function cells() {
  return [...document.querySelectorAll(".cells a")];
}

function rove() {
  const all = cells();
  const stop = all.find((cell) => cell.dataset.place === (here || map.chosen)) ?? all[0];
  all.forEach((cell) => { cell.tabIndex = cell === stop ? 0 : -1; });
}

function step(cell, side) {
  let next = beside(cell, side);
  const [across, down] = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }[side];
  let column = Number(cell.dataset.column) + across;
  let row = Number(cell.dataset.row) + down;
  const sheet = document.querySelector(".sheetf").dataset;
  while (!next && column >= 0 && row >= 0 && column < Number(sheet.columns) && row < Number(sheet.rows)) {
    column += across;
    row += down;
    next = document.querySelector(`.cells a[data-column="${column}"][data-row="${row}"]`);
  }
  next?.focus();
}

function onCell(event, cell) {
  const { place } = cell.dataset;
  const side = ARROWS[event.key];
  const key = event.key.toLowerCase();
  const asked = prefix;
  prefix = "";
  if (side && asked === "d") cycleDoor(cell, side);
  else if (side && asked === "w") cycleWall(cell, side);
  else if (side) step(cell, side);
  else if (key === "d" || key === "w") prefix = key;
  else if (/^[1-9]$/.test(key)) setNumber(place, Number(key));
  else if (key === "c") nextColour(place);
  else if (key === "delete" || key === "backspace") erase(place);
  else if (key === "s") cycleFloor(place);
  else if (key === "r") turnTile(place);
  else if (key === " ") choose(place);
  else return false;
  map.chosen = place;
  return true;
}

/* Another person's step is named before it goes. */
export function undo(form) {
  const button = form.querySelector("button");
  if (takeBackUnsent() || button.disabled) return;
  const step = form.querySelector("[name=step]").value;
  const { who, what } = button.dataset;
  if (who && armed !== step && form.dataset.turn === "undo") {
    armed = step;
    const words = root.dataset.theirs.replace("{who}", who).replace("{what}", what);
    say(words);
    toast(words);
    setTimeout(() => { armed = ""; }, ARMED_MILLISECONDS);
    return;
  }
  armed = "";
  send(form.action, [["step", step]]);
}

function turn(which) {
  undo(document.querySelector(`[data-turn=${which}]`));
}

function nextTool() {
  const all = tools();
  const index = all.findIndex((button) => button.dataset.tool === map.tool);
  pick(all[(index + 1) % all.length].dataset.tool);
}

function anywhere(key) {
  if (key === "u") turn("undo");
  else if (key === "y") turn("redo");
  else if (key === "+") zoomBy(1.25);
  else if (key === "-") zoomBy(0.8);
  else if (key === "l") document.querySelector("#places a")?.focus();
  else if (key === "t") nextTool();
  else if (key === "escape") pick("");
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  const cell = event.target.closest(".cells a");
  if ((cell && onCell(event, cell)) || anywhere(event.key.toLowerCase())) event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  const cell = event.target.closest(".cells a");
  if (!cell) return;
  here = cell.dataset.place;
  rove();
});

afterTake(rove);
rove();
