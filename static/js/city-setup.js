/* The picture of the board works without this: every choice is a link. With it the page stays where
   it is, goes back in one step, and listens to keys: 1 to 6 open a place, arrows go around. */
import { parsed } from "./fragments.js";

const PARTS = ["page", "dock"];

function places() {
  return [...document.querySelectorAll(".plan a[data-number]")];
}

async function show(href, focus) {
  const answer = await fetch(href, { credentials: "same-origin" });
  if (!answer.ok) {
    location.assign(href);
    return;
  }
  const fresh = parsed(await answer.text());
  PARTS.forEach((id) => document.getElementById(id).replaceWith(fresh.getElementById(id)));
  history.replaceState({}, "", href);
  if (focus) places().find(({ dataset }) => dataset.number === focus)?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-plan]");
  if (link === null || event.button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(link.href, link.dataset.number);
});

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || places().length === 0) return;
  const named = places().find(({ dataset }) => dataset.number === event.key);
  if (named) show(named.href, event.key);
  const at = places().indexOf(document.activeElement);
  if (at < 0 || !(event.key in STEPS)) return;
  event.preventDefault();
  places().at((at + STEPS[event.key]) % places().length).focus();
});
