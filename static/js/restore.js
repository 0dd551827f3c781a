/* Each scanned code opens this page with its part behind "#". They are gathered here, on this
   device only, until all of a set are there; nothing is sent before the button is pressed. */

const KEY = "safehouse.paper";
const form = document.querySelector("[data-restore]");
const field = form.querySelector("textarea");
const count = form.querySelector("[data-restore-count]");
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || [];
  } catch {
    return [];
  }
};
const keep = (parts) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(parts));
  } catch {
    // A browser that keeps nothing still takes pasted text.
  }
};
const gather = () => {
  const part = decodeURIComponent(location.hash.slice(1)).toUpperCase();
  const match = part.match(/^([0-9A-F]{4})\.(\d+)\.(\d+)\./);
  if (!match) return;
  const same = read().filter((known) => known.startsWith(`${match[1]}.`) && known !== part);
  const parts = [...same, part];
  keep(parts);
  field.value = parts.join("\n");
  count.hidden = false;
  count.querySelector("b").textContent = `${parts.length} / ${match[3]}`;
  history.replaceState(null, "", location.pathname);
};
window.addEventListener("hashchange", gather);
gather();
