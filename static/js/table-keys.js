/* Keys of the table page, for a laptop beside the board and for whoever uses no pointer. */
import { close, open, opened } from "./table-sheets.js";
import { table } from "./table-state.js";

const REACH =
  "a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']";

function press(id) {
  document.getElementById(id)?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (event.key === "Escape") {
    close();
    return;
  }
  if (event.key === "Tab" && opened()?.getAttribute("aria-modal") === "true") {
    keepInside(event);
    return;
  }
  if (isTyping) return;
  const key = event.key.toLowerCase();
  const isBoard = opened() === null;
  if (key === "u") press(isBoard ? "undo" : "undo-sheet");
  else if (isBoard && key === "enter" && event.target === document.body) press("next");
  else if (isBoard && key === "s") openSheet("spawn");
  else if (isBoard && key === "l") openSheet("log");
  else if (key === "?") openSheet("help");
  else if (isBoard && /^[1-9]$/.test(key)) document.querySelectorAll(".tag__open")[Number(key) - 1]?.click();
});

function openSheet(name) {
  open(`${table.now.dataset.table}sheets/${name}/`);
}

function keepInside(event) {
  const reach = [...opened().querySelectorAll(REACH)].filter((element) => element.getClientRects().length);
  const edge = event.shiftKey ? reach[0] : reach.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? reach.at(-1) : reach[0]).focus();
}
