/* What a form still needs stands on its button, which is grey until it has been said. */

const MARK = "data-lacks"; // on a button that is grey for want of something, not refused

function said(part) {
  return [...part.querySelectorAll("input")]
    .reduce((sum, field) => sum + (field.type === "checkbox" ? Number(field.checked) : Number(field.value)), 0);
}

function isLacking(part) {
  const { least, most } = part.dataset;
  return said(part) < Number(least) || (most !== undefined && said(part) > Number(most));
}

function show(form) {
  const lacking = [...form.querySelectorAll("[data-least]")].find(isLacking);
  const buttons = [...form.elements].filter((field) => field.matches("button:not([type=button])"));
  buttons.filter((button) => lacking || button.hasAttribute(MARK)).forEach((button) => {
    const isRefused = button.getAttribute("aria-disabled") === "true" && !button.hasAttribute(MARK);
    if (isRefused) return; // whatever is said: the button has a reason of its own
    button.toggleAttribute(MARK, lacking !== undefined);
    if (lacking) button.dataset.why = lacking.dataset.missing;
    if (lacking) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  });
}

function showAll() {
  document.querySelectorAll("form:has([data-least])").forEach(show);
}

["input", "change"].forEach((name) => document.addEventListener(name, (event) => {
  const form = event.target.form;
  if (form?.querySelector("[data-least]")) show(form);
}));
["table:sheet", "table:taken"].forEach((name) => document.addEventListener(name, showAll));
showAll();
