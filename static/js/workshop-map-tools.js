/* The tools: what a tap on a place or on its edge sets. A second tap on the same thing sets the next
   colour or kind, and after the last one takes it away. */
import { draw, fetchParts } from "./workshop-map-send.js";
import { afterTake, showScripted, toast } from "./workshop-map-show.js";
import { beside, cellOf, edgeNames, kit, map, root, say, STEPS, tileOf, values } from "./workshop-map-state.js";

const DOOR_REACH = 0.3; // of a place: so near its edge a tap means the edge
const WALL_REACH = 0.22;
let first = null; // the first of two places a door is put between

/* ---------- the tool in hand ---------- */

export function tools() {
  return [...document.querySelectorAll("[data-tool]")];
}

export function pick(tool) {
  map.tool = map.tool === tool ? "" : tool;
  first = null;
  showTool();
  const button = tools().find((each) => each.dataset.tool === map.tool);
  if (button) say(button.querySelector("span").textContent);
  if (map.tool === "tile") {
    const tiles = document.getElementById("tiles");
    tiles.open = true;
    tiles.scrollIntoView({ block: "nearest" });
  }
}

function showTool() {
  tools().forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.tool === map.tool)));
  document.querySelectorAll(".is-first").forEach((cell) => cell.classList.remove("is-first"));
  if (first) cellOf(first)?.classList.add("is-first");
}

/* ---------- choosing a place ---------- */

export function showChosen() {
  document.querySelectorAll(".cells [aria-selected]").forEach((holder) => {
    const cell = holder.firstElementChild;
    holder.setAttribute("aria-selected", String(cell.dataset.place === map.chosen));
  });
}

export function choose(place) {
  map.chosen = place;
  showChosen();
  return fetchParts({ at: place });
}

/* ---------- what a place holds ---------- */

function tokensOf(place) {
  const begin = `tokens/${place}.`;
  return Object.entries(values()).filter(([key]) => key.startsWith(begin));
}

function kindOf(key) {
  return key.split(".").slice(2).join(".");
}

function freeNumber() {
  const taken = Object.entries(values())
    .filter(([key]) => key.startsWith("tokens/") && kit.numbered.includes(kindOf(key)))
    .map(([, value]) => value.number);
  for (let number = 1; number < 20; number += 1) if (!taken.includes(number)) return number;
  return 20;
}

/* ---------- what a tap sets ---------- */

export function putToken(place, tool) {
  const now = values();
  const variants = kit.tools[tool];
  const keyOf = (variant) => `tokens/${place}.${variant.kind}`;
  const isThere = (variant) => {
    const there = now[keyOf(variant)];
    return there !== undefined && (there.colour ?? "") === (variant.value.colour ?? "");
  };
  const index = variants.findIndex(isThere);
  const next = variants[index + 1];
  const wanted = {};
  if (index >= 0 && next?.kind !== variants[index].kind) wanted[keyOf(variants[index])] = null;
  if (next) {
    wanted[keyOf(next)] = { ...next.value };
    if (kit.numbered.includes(next.kind)) wanted[keyOf(next)].number = now[keyOf(next)]?.number ?? freeNumber();
  }
  draw(wanted);
}

export function cycleDoor(cell, side) {
  const now = values();
  const names = edgeNames(cell, side);
  const there = names.find((name) => now[`doors/${name}`] !== undefined);
  const door = there ? now[`doors/${there}`] : null;
  const isSame = (each) => (each.colour ?? "neutral") === (door.colour ?? "neutral") && (each.state ?? "closed") === (door.state ?? "closed");
  const index = door ? kit.doors.findIndex(isSame) : -1;
  const next = door && index < 0 ? null : kit.doors[index + 1] ?? null;
  draw({ [`doors/${there ?? names[0]}`]: next });
}

export function cycleFloor(place) {
  const key = `floors/${tileOf(place).tile}.${place.slice(-2)}`;
  const floor = values()[key] ?? "street";
  draw({ [key]: kit.floors[(kit.floors.indexOf(floor) + 1) % kit.floors.length] });
}

export function cycleWall(cell, side) {
  const now = values();
  const [name] = edgeNames(cell, side);
  const [piece, ...rest] = name.split(".");
  const key = `walls/${now[`tiles/${piece}`].tile}.${rest.join(".")}`;
  const wall = now[key] ?? impliedWall(cell, side);
  draw({ [key]: kit.walls[(kit.walls.indexOf(wall) + 1) % kit.walls.length] });
}

function floorOf(cell) {
  if (!cell) return "";
  const { place } = cell.dataset;
  return values()[`floors/${tileOf(place).tile}.${place.slice(-2)}`] ?? "street";
}

function impliedWall(cell, side) {
  return (floorOf(cell) === "room") !== (floorOf(beside(cell, side)) === "room") ? "wall" : "none";
}

export function erase(place) {
  draw(Object.fromEntries(tokensOf(place).map(([key]) => [key, null])));
}

export function turnTile(place) {
  const tile = tileOf(place);
  draw({ [`tiles/${place.split(".")[0]}`]: { ...tile, turn: ((tile.turn ?? 0) + 1) % 4 } });
}

/* The next colour of what lies there, without ever taking it away. */
export function nextColour(place) {
  for (const [key, value] of tokensOf(place)) {
    const kind = kindOf(key);
    const colours = Object.values(kit.tools).flat().filter((variant) => variant.kind === kind);
    const index = colours.findIndex((variant) => variant.value.colour === value.colour);
    if (colours.length > 1) {
      const next = colours[(index + 1) % colours.length].value;
      draw({ [key]: { ...value, ...next, asleep: next.asleep ?? false } });
      return;
    }
  }
}

export function setNumber(place, number) {
  const numbered = tokensOf(place).find(([key]) => kit.numbered.includes(kindOf(key)));
  const [key, value] = numbered ?? tokensOf(place).find(([each]) => !kit.numbered.includes(kindOf(each))) ?? [];
  if (key) draw({ [key]: { ...value, [numbered ? "number" : "count"]: number } });
}

/* ---------- taps ---------- */

function nearestSide(event, cell, reach) {
  if (event.detail === 0) return ""; // the keyboard pressed it
  const box = cell.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width;
  const y = (event.clientY - box.top) / box.height;
  const distances = { n: y, e: 1 - x, s: 1 - y, w: x };
  const [side] = Object.keys(distances).sort((one, other) => distances[one] - distances[other]);
  return distances[side] <= reach ? side : "";
}

function tapDoor(event, cell) {
  const side = nearestSide(event, cell, DOOR_REACH);
  if (side) {
    first = null;
    cycleDoor(cell, side);
    return;
  }
  const before = first && cellOf(first);
  const between = before && Object.keys(STEPS).find((each) => beside(before, each) === cell);
  first = between ? null : cell.dataset.place;
  if (between) cycleDoor(before, between);
  else toast(root.dataset.neighbour);
  showTool();
}

function tapErase(event, cell) {
  const side = nearestSide(event, cell, DOOR_REACH);
  const now = values();
  const name = side && edgeNames(cell, side).find((each) => now[`doors/${each}`] !== undefined);
  if (name) draw({ [`doors/${name}`]: null });
  else erase(cell.dataset.place);
}

export function use(event, cell) {
  const { place } = cell.dataset;
  map.chosen = place;
  showChosen();
  if (map.tool === "door") tapDoor(event, cell);
  else if (map.tool === "floor") {
    const side = nearestSide(event, cell, WALL_REACH);
    if (side) cycleWall(cell, side);
    else cycleFloor(place);
  } else if (map.tool === "erase") tapErase(event, cell);
  else if (kit.tools[map.tool]) putToken(place, map.tool);
  else choose(place);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tool]");
  if (button) pick(button.dataset.tool);
  const more = event.target.closest("#more-tools");
  if (more) {
    const isOpen = document.getElementById("more").classList.toggle("is-open");
    more.setAttribute("aria-expanded", String(isOpen));
  }
});

let isMoreOpen = false;
document.addEventListener("click", () => {
  isMoreOpen = document.getElementById("more")?.classList.contains("is-open") ?? false;
});

afterTake(() => {
  if (map.chosen && !cellOf(map.chosen)) map.chosen = "";
  showChosen();
  showTool();
  document.getElementById("more")?.classList.toggle("is-open", isMoreOpen);
  document.getElementById("more-tools")?.setAttribute("aria-expanded", String(isMoreOpen));
});

showScripted(document);
