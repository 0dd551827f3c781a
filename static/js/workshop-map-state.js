/* What the scripts of a map know together: the map as values under keys, what waits to be sent,
   the tool in hand and the place that is chosen. */

export const root = document.getElementById("drawing");
export const kit = JSON.parse(document.getElementById("kit").textContent);

export const map = {
  values: {}, // as the server has it
  revision: 0,
  others: [],
  tool: "",
  chosen: "", // a place, `9.c1`
  waiting: [], // steps on their way, oldest first
  isAway: false,
};

export function readData(holder = document) {
  const data = JSON.parse(holder.querySelector("#data").textContent);
  map.values = data.values;
  map.revision = data.revision;
  map.others = data.others;
}

/* What the map holds once everything that waits has arrived. */
export function values() {
  return map.waiting.reduce((now, job) => withStep(now, job.wanted), map.values);
}

/* The server has taken a step, and its picture comes with a later one. */
export function keepStep(wanted) {
  map.values = withStep(map.values, wanted);
}

function withStep(before, wanted) {
  const after = { ...before };
  for (const [key, value] of Object.entries(wanted)) {
    if (value !== null) {
      after[key] = value;
      continue;
    }
    delete after[key];
    const [part, name] = key.split("/");
    if (part !== "tiles") continue;
    const isOnIt = (other) => other.startsWith(`tokens/${name}.`) || other.startsWith(`doors/${name}.`);
    Object.keys(after).filter(isOnIt).forEach((other) => delete after[other]);
  }
  return after;
}

export function say(words) {
  document.getElementById("said").textContent = words;
}

/* ---------- places and edges ---------- */

const SIDES = "nesw";
export const STEPS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
export const OPPOSITE = { n: "s", e: "w", s: "n", w: "e" };

export function cellOf(place) {
  return document.getElementById(`at-${place}`);
}

export function cellAt(column, row) {
  return document.querySelector(`.cells a[data-column="${column}"][data-row="${row}"]`);
}

export function spotOf(cell) {
  return [Number(cell.dataset.column), Number(cell.dataset.row)];
}

export function beside(cell, side) {
  const [column, row] = spotOf(cell);
  return cellAt(column + STEPS[side][0], row + STEPS[side][1]);
}

export function tileOf(place) {
  return values()[`tiles/${place.split(".")[0]}`];
}

function printedSide(place, side) {
  return SIDES[(SIDES.indexOf(side) - (tileOf(place)?.turn ?? 0) + SIDES.length) % SIDES.length];
}

/* An edge inside a tile has two names; that of the place to its left or above it counts. */
function ownEdge(place, side) {
  const head = place.slice(0, -2);
  const [column, row] = place.slice(-2);
  if (side === "w" && column !== "a") return `${head}${column === "c" ? "b" : "a"}${row}.e`;
  if (side === "n" && row !== "1") return `${head}${column}${Number(row) - 1}.s`;
  return `${place}.${side}`;
}

/* The names of an edge: from this place, and from the one on its other side. */
export function edgeNames(cell, side) {
  const { place } = cell.dataset;
  const names = [ownEdge(place, printedSide(place, side))];
  const other = beside(cell, side);
  if (other) names.push(ownEdge(other.dataset.place, printedSide(other.dataset.place, OPPOSITE[side])));
  return [...new Set(names)];
}
