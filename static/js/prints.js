/* A print that is being made asks how far it is until it is over. */

import { AS_FRAGMENT, parsed, plainHtml, replaceKeepingFocus } from "./fragments.js";

const LOOK_MILLISECONDS = 1000;

function follow(print) {
  if (print.dataset.progress) setTimeout(look, LOOK_MILLISECONDS, print);
}

async function look(print) {
  let shown = print;
  try {
    const answer = await fetch(print.dataset.progress, { headers: AS_FRAGMENT });
    if (answer.status === 404) return; // it is gone
    const fresh = answer.ok ? parsed(await answer.text()).firstElementChild : print;
    if (plainHtml(fresh) !== plainHtml(print)) {
      replaceKeepingFocus(print, fresh);
      shown = fresh;
    }
  } catch {
    // No connection: the next look may find one.
  }
  follow(shown);
}

document.querySelectorAll("[data-progress]").forEach(follow);
