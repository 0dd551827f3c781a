/* The picture of the board works without this: every choice is a link. With it the page stays where
   it is, goes back in one step, and listens to keys: 1 to 6 open a place, arrows go around. */
import { parsed } from "./fragments.js";

const PARTS = ["page", "dock"];
const PLACES = ".plan a[id^=place-]";
const LEAVES = "leaves";

/* Each address holds the whole board, so a tap must wait until the one before it is shown: its own
   address is another one by then. */
let shown = Promise.resolve();

function follow({ id, dataset: { plan } }) {
  shown = shown.then(async () => {
    const link = document.getElementById(id);
    if (link === null || link.dataset.plan !== plan) return; // the page offers something else by now
    if (plan === LEAVES) location.assign(link.href);
    else await show(link.href, id);
  });
}

async function show(href, tapped) {
  const answer = await fetch(href, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) {
    location.assign(href); // says what is wrong, as the link itself would
    return;
  }
  const fresh = parsed(await answer.text());
  PARTS.forEach((id) => document.getElementById(id).replaceWith(fresh.getElementById(id)));
  history.replaceState({}, "", href);
  document.getElementById(tapped)?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-plan]");
  if (link === null || event.button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  follow(link);
});

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

document.addEventListener("keydown", (event) => {
  const places = [...document.querySelectorAll(PLACES)];
  if (event.target.matches("input, select") || places.length === 0) return;
  const named = places.find(({ id }) => id === `place-${event.key}`);
  if (named) follow(named);
  const at = places.indexOf(document.activeElement);
  if (at < 0 || !(event.key in STEPS)) return;
  event.preventDefault();
  places.at((at + STEPS[event.key]) % places.length).focus();
});
