/* One number on a page, wherever it stands: `data-count` names it. A count is text, hearts, a pool of
   actions or the track of points; `data-text` and `data-label` are words with {n} in its place.
   Where the number cannot be read off the page, `data-number` says it. */

function hearts(element) {
  return [...element.querySelectorAll(".i-heart, .i-wound")];
}

function beds(element) {
  return [...element.querySelectorAll(".track__bed")];
}

function read(element) {
  if (element.dataset.number !== undefined) return Number(element.dataset.number);
  const icons = hearts(element);
  return icons.length ? icons.filter((icon) => icon.matches(".i-heart")).length : Number(element.textContent);
}

// The last stretch has no end to move towards: reaching it fills it.
function writeTrack(stretches, fills, number) {
  const edge = (bed, name) => Number(bed.getAttribute(name));
  const last = stretches.at(-1);
  const end = edge(last, "x") + edge(last, "width");
  const reached = number >= edge(last, "x") ? end : number;
  fills.forEach((fill, place) => {
    const start = edge(stretches[place], "x");
    const width = Math.min(reached - start, edge(stretches[place], "width"));
    fill.setAttribute("width", String(Math.max(0, width)));
  });
}

function write(element, number) {
  const { label, text } = element.dataset;
  if (element.dataset.number !== undefined) element.dataset.number = String(number);
  if (label !== undefined) element.setAttribute("aria-label", label.replace("{n}", String(number)));
  if (text !== undefined) element.textContent = text.replace("{n}", String(number));
  const icons = hearts(element);
  icons.forEach((icon, place) => {
    icon.classList.toggle("i-heart", place < number);
    icon.classList.toggle("i-wound", place >= number);
  });
  const pool = element.matches(".pool") ? [...element.children] : [];
  pool.forEach((action, place) => action.classList.toggle("used", place >= number));
  const stretches = beds(element);
  if (stretches.length) writeTrack(stretches, element.querySelectorAll(".track__fill"), number);
  if (element.childElementCount === 0 && label === undefined && text === undefined) element.textContent = String(number);
}

const counted = new WeakMap(); // an element and the number the server gave it

export function counts() {
  return [...document.querySelectorAll("[data-count]")];
}

export function serverNumber(element) {
  if (!counted.has(element)) counted.set(element, read(element));
  return counted.get(element);
}

export function show(element, number) {
  if (read(element) !== number) write(element, number);
}

/* What the server says from now on. */
export function setNumber(element, number) {
  counted.set(element, number);
  show(element, number);
}
