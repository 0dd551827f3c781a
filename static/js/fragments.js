/* Pieces of pages that the server sends on their own, and how one of them takes another's place. */

const ANSWER_MILLISECONDS = 8000;

export const AS_FRAGMENT = { "HX-Request": "true" }; // without what every page has around it

/* What a request says to `fetch` besides: an answer that takes longer is none. A connection that
   nobody answers on any more would be waited for as long as the page is open. */
export function inTime(options) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), ANSWER_MILLISECONDS);
  return { ...options, signal: stop.signal };
}

export function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

/* A part without what differs each time it is made: two that show the same are the same. */
export function plainHtml(part) {
  const copy = part.cloneNode(true);
  copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=id], [name=seen]").forEach((field) => field.remove());
  return copy.outerHTML;
}

export function partsOf(root) {
  return [...root.querySelectorAll("[data-part]")];
}

/* Whoever uses no pointer stays where they were. */
export function replaceKeepingFocus(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
