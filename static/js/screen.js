/* A page of the table that has no sheets: one player's phone, and the television. */

import "./table-show.js";
import "./table-send.js";
import "./table-moments.js";
import "./table-guard.js";
import "./table-live.js";
import "./table-phone.js";

/* Nothing on the television lies over something else or is cut: a part whose lines are too many or
   too long is drawn smaller, as little as does. Where things lie is asked of the layout, which does
   not move with what is still coming in. */

const SMALLEST = .3;
const STEP = .04;

const PARTS = ".tvl, .danger--step, .danger--rise, .tv-note, .tv-facts, .tv-won";

/* Within its edges, the room it keeps at them left free, and no word of it wider than it is. */
function holdsAll(part) {
  const { paddingTop, paddingBottom } = getComputedStyle(part);
  const [top, bottom] = [parseFloat(paddingTop) - 1, part.clientHeight - parseFloat(paddingBottom) + 1];
  return [...part.querySelectorAll(":scope > :not(.paper)")].every(
    ({ offsetTop, offsetHeight, offsetWidth, scrollWidth, clientWidth }) =>
      offsetTop >= top && offsetTop + offsetHeight <= bottom
      && offsetWidth <= part.clientWidth && scrollWidth <= clientWidth + 1,
  );
}

function fit() {
  for (const part of document.querySelectorAll(PARTS)) {
    for (let size = 1; size > SMALLEST; size -= STEP) {
      part.style.setProperty("--fit", size.toFixed(2));
      if (holdsAll(part)) break;
    }
  }
}

document.addEventListener("table:taken", fit);
window.addEventListener("resize", fit);
document.fonts.ready.then(fit);
