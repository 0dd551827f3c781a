/* Keys of the table page, for a laptop beside the board and for whoever uses no pointer. */
import { close, open, opened } from "./table-sheets.js";
import { table } from "./table-state.js";

const REACH =
  "a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']";

const OWN_ENTER = "a[href], button, input, select, textarea, summary, [tabindex='0']";

function press(id) {
  document.getElementById(id)?.click();
}

/* The one that is in view: of what lies on top, else of the table where that is not covered. */
function bigButton() {
  const top = document.getElementById("moment") ?? opened();
  const shown = [...(top?.querySelectorAll(".next, [data-dismiss]") ?? [])].filter((each) => each.checkVisibility());
  const isCovered = document.getElementById("dock")?.inert || document.getElementById("moment") !== null;
  return shown.at(-1) ?? (isCovered ? null : document.getElementById("next"));
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
  if (key === "u") press(opened() === null ? "undo" : "undo-sheet");
  else if (key === "enter") {
    if (!event.repeat && !event.target.closest(OWN_ENTER)) bigButton()?.click();
  } else if (opened()?.dataset.touched === "1") return; // another sheet would lose what is being said in this one
  else if (key === "s") openSheet("spawn");
  else if (key === "l") openSheet("log");
  else if (key === "?") openSheet("help");
  else if (/^[1-9]$/.test(key)) document.querySelectorAll(".tag__open")[Number(key) - 1]?.click();
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
