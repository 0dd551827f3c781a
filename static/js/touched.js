/* Whether somebody has typed or tapped something in a form that the server does not know yet. */
function isChanged(field) {
  if (field.type === "hidden") return false;
  if (field === document.activeElement) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  return field.value !== field.defaultValue;
}

/* What a form was refused with is not known to the server either. */
function hasRefusal(root) {
  return root.querySelector("form #refused") !== null;
}

export function isTouched(root) {
  return hasRefusal(root) || [...root.querySelectorAll("input, select, textarea")].some(isChanged);
}
