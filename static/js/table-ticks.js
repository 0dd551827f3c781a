/* "Placed" is local to this phone: no command, and it survives a reload. Ticks help, they do not
   gate: the first line that waits to be placed is marked, and how many are. */
import { table } from "./table-state.js";

const store = `ticks:${table.now.dataset.table}`;

function lines() {
  return document.querySelector("[data-ticks]");
}

function show(list) {
  const buttons = [...list.querySelectorAll("[data-tick]")];
  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const next = buttons.find((button) => !isOn(button));
  buttons.forEach((button) => {
    const line = button.closest("li");
    line.classList.toggle("is-on", isOn(button));
    line.classList.toggle("is-now", button === next);
  });
  const placed = document.getElementById("placed");
  if (placed === null) return;
  placed.textContent = placed.dataset.words.replace("0", String(buttons.filter(isOn).length));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tick]");
  if (button === null) return;
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  const list = lines();
  const ticked = [...list.querySelectorAll("[data-tick][aria-pressed=true]")].map(({ dataset }) => dataset.tick);
  sessionStorage.setItem(store, JSON.stringify([list.dataset.ticks, ticked]));
  show(list);
});

function showKept() {
  const list = lines();
  if (list === null) return;
  const [entry, ticked] = JSON.parse(sessionStorage.getItem(store) ?? "[0,[]]");
  list.querySelectorAll("[data-tick]").forEach((button) => {
    const isKept = entry === list.dataset.ticks && ticked.includes(button.dataset.tick);
    button.setAttribute("aria-pressed", String(isKept));
  });
  show(list);
}

document.addEventListener("table:sheet", showKept);
showKept();
