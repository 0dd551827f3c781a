/* A map is drawn: taps on places, forms of the page, links to a place. Without this every place is a
   link to its forms, and everything can be done there. */
import { fetchParts, send } from "./workshop-map-send.js";
import { cellOf, map } from "./workshop-map-state.js";
import { choose, use } from "./workshop-map-tools.js";
import { goTo, isTooSmall, zoomTo } from "./workshop-map-zoom.js";
import { undo } from "./workshop-map-keys.js";
import "./workshop-map-live.js";

const chosen = new URLSearchParams(location.search).get("at");
if (chosen && cellOf(chosen)) {
  map.chosen = chosen;
  goTo(chosen);
}

document.addEventListener("click", async (event) => {
  const cell = event.target.closest(".cells a");
  const slot = event.target.closest("[data-slot]");
  const link = event.target.closest("[data-go]");
  if (!cell && !slot && !link) return;
  event.preventDefault();
  if (cell) {
    if (isTooSmall()) zoomTo(cell.dataset.place);
    else use(event, cell);
  } else if (slot) {
    if (await fetchParts({ slot: slot.dataset.slot })) document.querySelector("#choose button")?.focus();
  } else {
    await choose(link.dataset.go);
    goTo(link.dataset.go);
    const place = document.getElementById("place");
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-turn]")) {
    event.preventDefault();
    undo(form);
  } else if (form.matches("[data-step]")) {
    event.preventDefault();
    send(form.action, [...new FormData(form, event.submitter)]);
    if (form.closest("#tiles")) document.getElementById("pane")?.focus();
  }
});
