/* What a worker is busy with asks how far it is until it is over. */

import { AS_FRAGMENT, inTime, parsed, plainHtml, replaceKeepingFocus } from "./fragments.js";

const LOOK_MILLISECONDS = 1000;

function follow(part) {
  if (part.dataset.progress) setTimeout(look, LOOK_MILLISECONDS, part);
}

async function look(part) {
  let shown = part;
  try {
    const answer = await fetch(part.dataset.progress, inTime({ headers: AS_FRAGMENT }));
    if (answer.status === 404) return; // it is gone
    const fresh = answer.ok ? parsed(await answer.text()).firstElementChild : part;
    if (answer.ok) keepOpen(part, fresh);
    if (plainHtml(fresh) !== plainHtml(part)) {
      replaceKeepingFocus(part, fresh);
      shown = fresh;
    }
  } catch {
    // No connection: the next look may find one.
  }
  follow(shown);
}

/* A fold that somebody opened stays open. */
function keepOpen(part, fresh) {
  part.querySelectorAll("details[open][id]").forEach((fold) => {
    fresh.querySelector(`#${fold.id}`)?.setAttribute("open", "");
  });
}

document.querySelectorAll("[data-progress]").forEach(follow);
