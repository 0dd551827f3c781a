/* What a form still needs stands on its button, which is grey until it has been said. */

const MARK = "data-lacks"; // on a button that is grey for want of something, not refused

function amount({ type, checked, value }) {
  if (type === "checkbox" || type === "radio") return Number(checked);
  return type === "text" ? value.replace(/\D/g, "").length : Number(value); // faces, or a count
}

function isLacking(part) {
  const { as, least, most = Infinity } = part.dataset;
  const asked = document.getElementById(as)?.value; // as many as another field says
  const said = [...part.querySelectorAll("input")].reduce((sum, field) => sum + amount(field), 0);
  return said < (asked ?? least) || said > (asked ?? most);
}

function isAsItWas({ value, defaultValue, options }) {
  return value === (defaultValue ?? [...options].find((each) => each.defaultSelected)?.value);
}

function missing(form) {
  const { dataset: { same }, elements } = form;
  const lacking = [...form.querySelectorAll("[data-least]")].find(isLacking);
  return lacking?.dataset.missing ?? (same && isAsItWas(elements.value ?? elements["with-value"]) ? same : "");
}

function show(form) {
  const why = missing(form);
  form.noValidate = Boolean(why); // else the browser asks for it in words of its own
  for (const button of form.elements) {
    const isMarked = button.hasAttribute(MARK);
    // Whatever is said, a button that is refused has a reason of its own.
    if (button.type !== "submit" || (!isMarked && (!why || button.ariaDisabled === "true"))) continue;
    button.toggleAttribute(MARK, Boolean(why));
    button.ariaDisabled = why ? "true" : null;
    if (why) button.dataset.why = why;
  }
}

function showAll() {
  document.querySelectorAll("form:is([data-same], :has([data-least]))").forEach(show);
}

["input", "change", "table:sheet", "table:taken"].forEach((name) => document.addEventListener(name, showAll));
showAll();
