/* No result is skipped unseen: right after a sheet, a moment or the big button has changed, a second
   tap on what stands there now does nothing. `html[data-settling]` says so for that long, and which:
   where only the big button reads otherwise, the rest of the sheet goes on taking taps. */

const SETTLING_MILLISECONDS = 600;
const GUARDED = { page: "#sheets, #moment, .dock, .next", button: ".dock, .next" };
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

function page() {
  const sheet = document.getElementById("sheet")?.dataset.path ?? "";
  return `${sheet} ${document.getElementById("moment") !== null}`;
}

let seen = { page: page(), button: bigButton() };

function settle() {
  root.removeAttribute("data-settling");
}

new MutationObserver(() => {
  const now = { page: page(), button: bigButton() };
  const changed = Object.keys(now).find((part) => now[part] !== seen[part]);
  if (changed === undefined) return;
  seen = now;
  if (root.dataset.settling !== "page") root.dataset.settling = changed;
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLING_MILLISECONDS);
}).observe(document.body, { childList: true, subtree: true });

// On the window, so that it comes before every other listener.
window.addEventListener("click", (event) => {
  const { settling } = root.dataset;
  if (settling === undefined || !event.target.closest(GUARDED[settling])) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
