/* What an answer of the server changes on this page. Answers carry parts by id; a part that is the
   same as before is left alone, so focus, scrolling and open reasons stay where they are. An older
   table never replaces a newer one. */
"use strict";

const table = {
  now: document.getElementById("now"),
  sheets: document.getElementById("sheets"),
  shown: new Map(), // part id: its HTML as the server sent it
  glowMilliseconds: 2000,

  version() {
    return Number(table.now.dataset.version);
  },
};

function plainHtml(part) {
  const copy = part.cloneNode(true);
  copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=id], [name=seen]").forEach((one) => one.remove());
  return copy.outerHTML;
}

document.querySelectorAll("[data-part]").forEach((part) => table.shown.set(part.id, plainHtml(part)));

function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

/* ---------- parts of the board ---------- */

function replacePart(fresh) {
  const html = plainHtml(fresh);
  if (table.shown.get(fresh.id) === html) return;
  table.shown.set(fresh.id, html);
  const old = document.getElementById(fresh.id);
  if (old === null) return;
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function sameSurvivors(fragments) {
  const shown = [...document.querySelectorAll("#survivors > li")].map((card) => card.id);
  return fragments.dataset.survivors.trim() === shown.join(" ");
}

/* Takes an answer; `sheet` says whether its sheet is wanted too. Returns whether it was newer. */
table.take = (html, { sheet = false } = {}) => {
  const content = parsed(html);
  const fragments = content.getElementById("fragments");
  if (fragments === null) return false;
  const version = Number(fragments.dataset.version);
  if (version < table.version()) return false;
  const changes = content.getElementById("changes");
  if (!sameSurvivors(fragments)) {
    location.reload();
    return true;
  }
  fragments.querySelectorAll("[data-part]").forEach(replacePart);
  table.now.dataset.version = String(version);
  document.querySelectorAll("#do [name=seen]").forEach((field) => { field.value = String(version); });
  if (changes !== null) table.glow(changes);
  if (sheet) table.takeSheet(content.getElementById("sheets"));
  document.dispatchEvent(new CustomEvent("table:taken", { detail: { version, changes } }));
  return true;
};

/* ---------- the glow of what others did ---------- */

table.glow = (changes) => {
  for (const line of changes.children) {
    line.querySelectorAll("[data-on]").forEach((mark) => glowOne(mark.dataset.on, mark.textContent));
    announce(line.querySelector("b").textContent);
  }
};

function glowOne(id, words) {
  const card = document.getElementById(id);
  if (card === null) return;
  card.querySelectorAll(".by").forEach((old) => old.remove());
  const by = document.createElement("span");
  by.className = "by";
  by.textContent = words;
  card.append(by);
  card.classList.add("is-new");
  setTimeout(() => card.classList.remove("is-new"), table.glowMilliseconds);
}

/* The glow itself is not announced; the log line is. */
const spoken = document.createElement("p");
spoken.className = "vh";
spoken.setAttribute("role", "log");
spoken.setAttribute("aria-live", "polite");
document.getElementById("main").append(spoken);

function announce(words) {
  spoken.textContent = words;
}

// The name of who did it stays until the next tap.
document.addEventListener("pointerdown", () => {
  document.querySelectorAll(".tag:not(.is-new) > .by:not(.by--wait)").forEach((by) => by.remove());
});

/* ---------- notices ---------- */

table.notice = (html) => {
  const place = document.getElementById("sheet-notices") ?? document.getElementById("notices");
  place.replaceChildren(parsed(html));
  place.scrollIntoView({ block: "nearest" });
};

table.clearNotices = () => {
  document.getElementById("sheet-notices")?.replaceChildren();
  document.getElementById("notices").replaceChildren();
};

let toastTimer = 0;
table.toast = (words) => {
  const toast = document.getElementById("toast");
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
};
