/* Nothing changes under a finger. An answer that comes while one is down waits until its tap is
   done: otherwise another button would be there when it is lifted, and the tap would be lost. */

const CLICK_MILLISECONDS = 50; // the click of a touch comes so soon after it is lifted
const LONGEST_MILLISECONDS = 2000; // a finger whose lifting nobody was told of

let lifted = Promise.resolve();
let lift = () => {};

document.addEventListener("pointerdown", () => {
  lift();
  lifted = new Promise((resolve) => { lift = resolve; });
  setTimeout(lift, LONGEST_MILLISECONDS);
}, { capture: true });

["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, () => {
  setTimeout(lift, CLICK_MILLISECONDS);
}, { capture: true }));

document.addEventListener("click", () => setTimeout(lift), { capture: true });

export function untilLifted() {
  return lifted;
}
