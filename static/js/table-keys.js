/* Keys of the table page, for a laptop beside the board and for whoever uses no pointer. */
"use strict";

function press1(id) {
  document.getElementById(id)?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (event.key === "Escape") {
    table.close();
    return;
  }
  if (event.key === "Tab" && table.sheet() !== null) {
    keepInside(event);
    return;
  }
  if (isTyping) return;
  const key = event.key.toLowerCase();
  const sheet = table.sheet();
  if (key === "u") press1(sheet === null ? "undo" : "undo-sheet");
  else if (sheet === null && key === "enter" && event.target === document.body) press1("next");
  else if (sheet === null && key === "s") openSheet("spawn");
  else if (sheet === null && key === "l") openSheet("log");
  else if (key === "?") openSheet("help");
  else if (sheet === null && /^[1-9]$/.test(key)) document.querySelectorAll(".tag__open")[Number(key) - 1]?.click();
});

function openSheet(name) {
  table.open(`${table.now.dataset.table}sheets/${name}/`);
}

function keepInside(event) {
  const reach = [...table.sheet().querySelectorAll("a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']")]
    .filter((one) => one.getClientRects().length);
  const edge = event.shiftKey ? reach[0] : reach.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? reach.at(-1) : reach[0]).focus();
}
