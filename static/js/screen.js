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

const isInside = ({ offsetTop, offsetHeight, scrollWidth, clientWidth, offsetParent }) =>
  offsetTop >= 0 && offsetTop + offsetHeight <= offsetParent.clientHeight + 1 && scrollWidth <= clientWidth + 1;

function fit() {
  for (const part of document.querySelectorAll(".tvl, .tvm__d")) {
    for (let size = 1; size > SMALLEST; size -= STEP) {
      part.style.setProperty("--fit", size.toFixed(2));
      if ([...part.children].every(isInside)) break;
    }
  }
}

document.addEventListener("table:taken", fit);
window.addEventListener("resize", fit);
document.fonts.ready.then(fit);
