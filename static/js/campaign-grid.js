/* The grid of a mission's end: what a row shows follows what is tapped in it. Without this script
   the server reads the same form. */
import { isTouched } from "./touched.js";

// Nobody reaches red without orange.
function follow(row, tapped) {
  const [orange, red] = row.querySelectorAll("[name^='reached:']");
  if (tapped === red && red.checked) orange.checked = true;
  if (tapped === orange && !orange.checked && red) red.checked = false;
}

function count(row) {
  const gained = row.querySelector("[data-gained]");
  const levels = row.querySelectorAll("[name^='reached:']:checked").length;
  if (gained) gained.textContent = levels ? ` + ${levels}` : "";
  const slots = [...row.querySelectorAll("[name^='carried:']")];
  row.querySelector("[data-carries]").textContent = slots.filter((slot) => slot.value).length;
}

document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-row]");
  if (!row) return;
  follow(row, event.target);
  count(row);
});

// What comes back with a refusal, or from the history, is ticked already.
addEventListener("pageshow", () => document.querySelectorAll("[data-row]").forEach(count));

/* Another step of the way takes along what was tapped here, as the large button does. */
document.addEventListener("click", (event) => {
  const step = event.target.closest(".way a");
  const form = document.getElementById("finish");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey || !isTouched(form)) return;
  event.preventDefault();
  form.elements.step.value = new URL(step.href).searchParams.get("step");
  form.requestSubmit();
});
