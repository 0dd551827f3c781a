/* How large a place is. It is never so small that a thumb misses it, but when the whole map is asked
   for; a tap then goes there. */
import { afterTake } from "./workshop-map-show.js";
import { cellOf, map } from "./workshop-map-state.js";

const LEAST = 48;
const MOST = 160;
const BUTTON = document.getElementById("zoom");
let side = null; // of a place, in pixels; null: as wide as the screen
let isWhole = false; // asked for though places are too small to be hit

function parts() {
  const sheet = document.querySelector(".sheetf");
  return { pane: document.getElementById("pane"), sheet, columns: Number(sheet?.dataset.columns) };
}

function fitted() {
  const { pane, sheet, columns } = parts();
  if (!sheet) return MOST;
  const ruler = parseFloat(getComputedStyle(sheet).gridTemplateColumns.split(" ")[0]) || 0;
  return (pane.clientWidth - ruler - 8) / columns;
}

export function isTooSmall() {
  return isWhole && fitted() < LEAST;
}

export function show() {
  const { pane, sheet, columns } = parts();
  if (!sheet) {
    BUTTON.hidden = true;
    return;
  }
  const fit = fitted();
  const wanted = isWhole ? null : Math.max(side ?? 0, fit < LEAST ? LEAST + 4 : 0) || null;
  const isSized = wanted !== null && wanted > fit;
  const before = { left: pane.scrollLeft, top: pane.scrollTop };
  sheet.classList.toggle("is-sized", isSized);
  if (isSized) {
    sheet.style.setProperty("--side", `${wanted}px`);
    sheet.style.setProperty("--across", String(columns));
  }
  pane.scrollTo(before);
  BUTTON.hidden = false;
  BUTTON.setAttribute("aria-pressed", String(isSized));
  const words = BUTTON.querySelector("span");
  words.textContent = isSized ? words.dataset.out : words.dataset.in;
}

function now() {
  const { sheet } = parts();
  return sheet?.classList.contains("is-sized") ? parseFloat(sheet.style.getPropertyValue("--side")) : fitted();
}

export function goTo(place) {
  cellOf(place)?.scrollIntoView({ block: "nearest", inline: "center" });
}

export function zoomBy(factor) {
  const next = Math.min(now() * factor, MOST);
  const fit = fitted();
  isWhole = next <= fit && fit < LEAST;
  side = next > fit ? next : null;
  show();
  if (map.chosen) goTo(map.chosen);
}

BUTTON.addEventListener("click", () => {
  const isSized = BUTTON.getAttribute("aria-pressed") === "true";
  isWhole = isSized;
  side = isSized ? null : Math.max(72, fitted() * 1.6);
  show();
  if (map.chosen) goTo(map.chosen);
});

/* A tap on a map that is shown whole goes to the place. */
export function zoomTo(place) {
  isWhole = false;
  side = Math.max(72, LEAST);
  show();
  goTo(place);
}

/* ---------- two fingers ---------- */

let pinch = null;

function spread(touches) {
  return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
}

document.addEventListener("touchstart", (event) => {
  if (event.touches.length === 2 && event.target.closest?.("#pane")) pinch = { from: spread(event.touches), side: now() };
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const next = Math.min((pinch.side * spread(event.touches)) / pinch.from, MOST);
  isWhole = false;
  side = next;
  show();
}, { passive: false });

document.addEventListener("touchend", () => { pinch = null; });

afterTake(show);
addEventListener("resize", show);
show();
