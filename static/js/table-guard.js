/* No result is skipped unseen: right after a sheet, a moment or the big button has changed, a second
   tap on what stands there now does nothing. `html[data-settling]` says so for that long. */

const SETTLING_MILLISECONDS = 600;
const GUARDED = "#sheets, #moment, .dock, .next";
const root = document.documentElement;
let timer = 0;

/* What the big button does; odds and sums follow what is said on the sheet and change nothing of that. */
function bigButton() {
  const button = document.querySelector("#sheet .next, body:not(:has(#sheet)) #dock .next");
  if (button === null) return "";
  const words = button.cloneNode(true);
  words.querySelectorAll("[data-odds], [data-sums]").forEach((odds) => odds.remove());
  return `${button.id} ${button.value ?? button.href} ${words.textContent}`;
}

function view() {
  const sheet = document.getElementById("sheet")?.dataset.path ?? "";
  const moment = document.getElementById("moment") !== null;
  return `${sheet} ${moment} ${bigButton()}`;
}

let seen = view();

function settle() {
  root.removeAttribute("data-settling");
}

new MutationObserver(() => {
  const now = view();
  if (now === seen) return;
  seen = now;
  root.setAttribute("data-settling", "");
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLING_MILLISECONDS);
}).observe(document.body, { childList: true, subtree: true });

// On the window, so that it comes before every other listener.
window.addEventListener("click", (event) => {
  if (!root.hasAttribute("data-settling") || !event.target.closest(GUARDED)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
