/* What a form still needs stands on its button, which is grey until it has been said. */

const MARK = "data-lacks"; // on a button that is grey for want of something, not refused

function amount({ type, checked, value }) {
  if (type === "checkbox") return Number(checked);
  return type === "text" ? value.replace(/\D/g, "").length : Number(value); // faces, or a count
}

function isLacking(part) {
  const { least, most = Infinity } = part.dataset;
  const said = [...part.querySelectorAll("input")].reduce((sum, field) => sum + amount(field), 0);
  return said < least || said > most;
}

function show(form) {
  const lacking = [...form.querySelectorAll("[data-least]")].find(isLacking);
  for (const button of form.elements) {
    const isMarked = button.hasAttribute(MARK);
    // Whatever is said, a button that is refused has a reason of its own.
    if (button.type !== "submit" || (!isMarked && (!lacking || button.ariaDisabled === "true"))) continue;
    button.toggleAttribute(MARK, Boolean(lacking));
    button.ariaDisabled = lacking ? "true" : null;
    if (lacking) button.dataset.why = lacking.dataset.missing;
  }
}

function showAll() {
  document.querySelectorAll("form:has([data-least])").forEach(show);
}

["input", "change", "table:sheet", "table:taken"].forEach((name) => document.addEventListener(name, showAll));
showAll();
