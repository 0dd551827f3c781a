/* A page of a campaign follows what other phones do. The streams say that something has moved, the
   page asks for itself and takes over the parts that differ; a part in which somebody is typing
   stays as it is. Polling is the floor when there is no stream. */
import { onAwake } from "./awake.js";
import { untilLifted } from "./finger.js";
import { AS_FRAGMENT, inTime, partsOf, plainHtml, replaceKeepingFocus } from "./fragments.js";
import { askWhere, LiveStream } from "./live-stream.js";
import { isTouched } from "./touched.js";

const POLL_MILLISECONDS = 5000;
const AGAIN_MILLISECONDS = 1500;
const GLOW_MILLISECONDS = 2000;
const mark = document.getElementById("live");
const shown = new Map(); // part id: its HTML as the server sent it
let streams = [];
let isListening = false;
let later = 0;
let isAsking = false;
let mustAskAgain = false;
let isLeaving = false;

partsOf(document).forEach((part) => shown.set(part.id, plainHtml(part)));

/* ---------- what is being typed stays ---------- */

function say(text) {
  const notices = document.getElementById("notices");
  const words = document.createElement("p");
  words.className = "toast";
  words.textContent = text;
  notices.replaceChildren(words);
}

/* ---------- parts of the page ---------- */

function version(words) {
  return words.split("-").map(Number);
}

function isOlder(fresh) {
  const [campaign, table] = version(fresh);
  const [ours, ourTable] = version(mark.dataset.version);
  return campaign < ours || (campaign === ours && table < ourTable);
}

function openNames(part) {
  return new Set([...part.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
}

function replacePart(fresh) {
  const old = document.getElementById(fresh.id);
  const html = plainHtml(fresh);
  if (shown.get(fresh.id) === html) {
    // The same facts: whatever is typed here was typed knowing them.
    const seen = fresh.querySelector("[name=seen]");
    if (seen) old.querySelectorAll("[name=seen]").forEach((field) => { field.value = seen.value; });
    return;
  }
  if (isTouched(old)) {
    say(mark.dataset.kept);
    return;
  }
  shown.set(fresh.id, html);
  const open = openNames(old);
  fresh.querySelectorAll("details").forEach((details) => {
    if (open.has(details.querySelector("summary").textContent)) details.open = true;
  });
  glow(fresh);
  replaceKeepingFocus(old, fresh);
}

function glow(fresh) {
  const moved = [...fresh.querySelectorAll("[data-glow]")].filter(
    (part) => document.getElementById(part.id)?.outerHTML !== part.outerHTML,
  );
  moved.forEach((part) => part.classList.add("is-new"));
  setTimeout(() => moved.forEach((part) => part.classList.remove("is-new")), GLOW_MILLISECONDS);
}

function take(html, address) {
  // The answer to a form of this page is on its way: it says where to go.
  if (isLeaving) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("live");
  const names = (root) => partsOf(root).map((part) => part.id).join(" ");
  const isOtherPage = fresh === null || names(page) !== names(document);
  if (isOtherPage) {
    // The flow has gone on to another step, or the mission is over.
    const isGone = new URL(address, location.href).pathname !== location.pathname;
    if (isTouched(document)) say((isGone && mark.dataset.gone) || mark.dataset.kept);
    else location.replace(address);
    return;
  }
  if (isOlder(fresh.dataset.version)) return;
  partsOf(page).forEach((part) => replacePart(document.adoptNode(part)));
  restoreDraft();
  const hadTable = version(mark.dataset.version)[1] > 0;
  mark.dataset.version = fresh.dataset.version;
  if (!hadTable && version(fresh.dataset.version)[1] > 0) listen();
}

async function refresh() {
  if (isAsking) {
    mustAskAgain = true;
    return;
  }
  isAsking = true;
  mustAskAgain = false;
  const url = new URL(location.href);
  url.searchParams.set("seen", mark.dataset.version);
  try {
    const answer = await fetch(url, inTime({ headers: AS_FRAGMENT }));
    const text = await answer.text();
    await untilLifted();
    if (answer.status === 200) take(text, answer.redirected ? answer.url : location.href);
  } catch {
    // No connection: the next look may find one.
  }
  isAsking = false;
  if (mustAskAgain) refresh();
}

/* ---------- the streams ---------- */

function isOpen() {
  return streams.length > 0 && streams.every((stream) => stream.isHeard);
}

async function listen() {
  if (isListening) return;
  isListening = true;
  streams.forEach((stream) => stream.close());
  streams = [];
  const news = await askWhere(mark.dataset.streams);
  if (news === null) {
    listenLater(POLL_MILLISECONDS);
  } else {
    const seen = version(mark.dataset.version);
    const again = () => listenLater(AGAIN_MILLISECONDS);
    streams = news.urls.map((url, number) => new LiveStream(`${url}&seen=${seen[number]}`, again));
    streams.forEach((stream) => { stream.onmessage = refresh; });
  }
  isListening = false;
}

// Both streams of a page are often lost together.
function listenLater(milliseconds) {
  clearTimeout(later);
  later = setTimeout(listen, milliseconds);
}

/* What is typed in another form of the page would be lost with it. */
function isLeft(form) {
  const field = [...document.querySelectorAll("[data-unsent]")].find(
    (typed) => typed.form !== form && typed.value.trim(),
  );
  if (field === undefined) return false;
  say(field.dataset.unsent);
  field.focus();
  return true;
}

document.addEventListener("submit", (event) => {
  if (isLeft(event.target)) event.preventDefault();
  else isLeaving = true;
});

/* ---------- what was typed of a card goes along with whatever is pressed on its page ---------- */

/* This phone keeps it until it is taken: an undo or a link leads away without it, and a refusal or
   a lost network comes back to it. */
const SENT = "draft-sent";
const here = `draft:${location.pathname}`;
const along = () => [...document.querySelectorAll("[data-along]")];
const keepDraft = () => sessionStorage.setItem(here, JSON.stringify(along().map((field) => field.value)));

// Where a form has led without a refusal, what went along with it was taken.
function forgetTaken() {
  const sent = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  if (!sent || !document.referrer || document.getElementById("refused")) return;
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type !== "navigate") return;
  if (sent === `draft:${new URL(document.referrer).pathname}`) sessionStorage.removeItem(sent);
}

function restoreDraft() {
  const fields = along();
  const texts = JSON.parse(sessionStorage.getItem(here) ?? "[]");
  if (fields.length === 0 || texts.length === 0) return;
  const { form } = fields[0];
  const isKnown = (field, number) => field.defaultValue.trim() === texts[number].trim();
  // A form that was refused shows what was sent, not what is known.
  if (!form.querySelector("#refused") && fields.every(isKnown)) {
    sessionStorage.removeItem(here);
    return;
  }
  fields.forEach((field, number) => { field.value = texts[number]; });
  form.querySelector("details").open = true;
}

document.addEventListener("formdata", (event) => {
  const fields = along();
  if (fields.length === 0 || event.target.action !== fields[0].form.action) return;
  fields.forEach((field) => event.formData.set(field.name, field.value));
  if (fields.some((field) => field.value !== field.defaultValue)) keepDraft();
  if (sessionStorage.getItem(here)) sessionStorage.setItem(SENT, here);
});

document.addEventListener("input", (event) => {
  if ("along" in event.target.dataset) keepDraft();
});

forgetTaken();
restoreDraft();

addEventListener("pageshow", () => {
  isLeaving = false;
  sessionStorage.removeItem(SENT);
});

setInterval(() => { if (!isOpen()) refresh(); }, POLL_MILLISECONDS);

onAwake(() => {
  if (!isOpen()) listen();
  refresh();
});

listen();
