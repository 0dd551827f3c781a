/* A form of the workshop saves itself, field by field, and says so. What somebody else writes
   meanwhile comes in and glows, except where one is typing. Without this the button saves. */
import { onAwake } from "./awake.js";
import { AS_FRAGMENT, inTime, parsed, partsOf, replaceKeepingFocus } from "./fragments.js";
import { askWhere, LiveStream } from "./live-stream.js";

const PAUSE = 400;
const AT_ONCE = 60;
const AGAIN = 3000;
const POLL = 15000;
const GLOW = 2000;
const form = document.querySelector("form[data-saves-itself]");
const mark = document.getElementById("saved");
const live = document.getElementById("live");
const touched = new Set(); // names of fields that are not sent yet
const refused = new Set(form?.dataset.refused?.split(" ")); // sent and not saved: they go along with the next
let waiting = 0;
let sending = null; // the request on its way

/* ---------- what the strip says ---------- */

function say(words, state = "") {
  mark.hidden = false;
  mark.textContent = words;
  mark.classList.toggle("live--wait", state === "wait");
  mark.classList.toggle("live--off", state === "off");
}

function sayWaiting(state) {
  const { single, several, offline } = mark.dataset;
  const count = touched.size === 1 ? single : several.replace("%n", touched.size);
  say(state === "off" ? `${offline} · ${count}` : count, state);
}

/* ---------- fields ---------- */

function fieldsOf(name) {
  const named = form.elements.namedItem(name);
  if (!named) return [];
  return named instanceof RadioNodeList ? [...named] : [named];
}

function setField(field, values) {
  if (field.type === "checkbox") {
    const isOn = values.includes(field.value);
    if (field.checked === isOn) return false;
    field.checked = isOn;
    return true;
  }
  const value = values[0] ?? "";
  if (field.value === value) return false;
  field.value = value;
  return true;
}

/* Somebody has put in something else than the server did. */
function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const options = [...field.options];
  const isFirst = !field.multiple && !options.some((option) => option.defaultSelected);
  return options.some((option, place) => option.selected !== (isFirst ? place === 0 : option.defaultSelected));
}

function takeValues(values, seen) {
  const names = new Set([...form.elements].map((field) => field.name).filter(Boolean));
  names.forEach((name) => {
    if (name === "csrfmiddlewaretoken" || touched.has(name) || refused.has(name)) return;
    fieldsOf(name).forEach((field) => {
      if (name === "seen") field.value = seen;
      else if (field !== document.activeElement && setField(field, values[name] ?? [])) glow(field);
    });
  });
}

function glow(field) {
  const box = field.closest(".field, label") ?? field;
  box.classList.add("is-new");
  setTimeout(() => box.classList.remove("is-new"), GLOW);
}

function showErrors(errors) {
  form.querySelectorAll(".field__errors").forEach((old) => old.remove());
  form.querySelectorAll(".field--bad").forEach((box) => box.classList.remove("field--bad"));
  Object.entries(errors).forEach(([name, texts]) => {
    const field = fieldsOf(name)[0];
    const box = field?.closest(".field") ?? form;
    const list = document.createElement("ul");
    list.className = "field__errors";
    texts.forEach((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      list.append(line);
    });
    if (field) box.classList.add("field--bad");
    box.append(list);
  });
}

/* ---------- what comes back ---------- */

const versionOf = (element) => Number(element.dataset.version.split("-")[0]);

function show(answer) {
  partsOf(answer).forEach((fresh) => {
    const old = document.getElementById(fresh.id);
    if (old && old.outerHTML !== fresh.outerHTML) replaceKeepingFocus(old, document.adoptNode(fresh));
  });
  live.dataset.version = answer.dataset.version;
}

function take(html, names = []) {
  const answer = parsed(html).getElementById("answer");
  if (!answer) {
    // Another page: the pack is not ours any more, or what was written here is gone.
    location.reload();
    return;
  }
  // An answer that was made before one's last tap may arrive after that tap's own.
  const isOld = versionOf(answer) < versionOf(live);
  if (!isOld) show(answer);
  const errors = JSON.parse(answer.dataset.errors);
  const isWrong = Object.keys(errors).length > 0;
  if (form) {
    // Fields that fit may have been saved without the others: then it says how all of them are now.
    const isSaved = (name) => !(answer.dataset.form ? name in errors : isWrong);
    names.filter((name) => !isSaved(name)).forEach((name) => refused.add(name));
    if (isWrong || !refused.size) showErrors(errors);
    if (!isOld && answer.dataset.form) takeValues(JSON.parse(answer.dataset.values), answer.dataset.seen);
  }
  if (isWrong || refused.size) say(mark.dataset.wrong, "off");
  else if (touched.size) sayWaiting("wait");
  else say(mark.dataset.saved);
}

async function post(body, names) {
  const request = inTime({ method: "POST", body, headers: AS_FRAGMENT });
  const answer = await fetch(form?.action ?? location.href, request);
  if (answer.ok || answer.status === 422) take(await answer.text(), names);
  else if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  else location.reload();
}

/* ---------- saving ---------- */

async function send() {
  const names = [...new Set([...refused, ...touched])];
  const body = new FormData(form);
  names.forEach((name) => body.append("touched", name));
  touched.clear();
  refused.clear();
  say(mark.dataset.saving, "wait");
  try {
    await post(body, names);
  } catch {
    names.forEach((name) => touched.add(name));
    sayWaiting("off");
    later(AGAIN);
  }
}

function flush() {
  clearTimeout(waiting);
  if (sending) return sending.then(flush);
  if (!touched.size) return Promise.resolve();
  sending = send().finally(() => { sending = null; });
  return sending;
}

function later(pause) {
  clearTimeout(waiting);
  waiting = setTimeout(flush, pause);
}

function canBeTyped(field) {
  return field.name && field.type !== "hidden" && field.matches("input, select, textarea");
}

function onTyped(event) {
  if (!canBeTyped(event.target)) return;
  touched.add(event.target.name);
  sayWaiting("wait");
  later(event.type === "change" ? AT_ONCE : PAUSE);
}

if (form) {
  form.addEventListener("input", onTyped);
  form.addEventListener("change", onTyped);
  form.addEventListener("submit", (event) => {
    if (!sending && !touched.size) return;
    event.preventDefault();
    flush().then(() => {
      if (!refused.size && !touched.size) form.requestSubmit(event.submitter);
    });
  });
  // What was typed while this script was on its way is not lost, either.
  const typed = [...form.elements].filter((field) => canBeTyped(field) && isChanged(field));
  typed.forEach((field) => touched.add(field.name));
  if (touched.size) later(AT_ONCE);
  addEventListener("online", () => later(AT_ONCE));
  addEventListener("beforeunload", (event) => { if (touched.size) event.preventDefault(); });
}

/* ---------- a new goal or rule: the sheet follows what is typed, nothing is saved ---------- */

const draft = document.querySelector("form[data-previews]");
let asked = 0;

async function preview() {
  const number = (asked += 1);
  const body = new FormData(draft);
  body.set("preview", "1");
  const answer = await fetch(draft.action, { method: "POST", body }).catch(() => null);
  if (answer?.ok && number === asked) document.getElementById("beside").innerHTML = await answer.text();
}

draft?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(preview, PAUSE);
});

/* ---------- cards that are tapped together ---------- */

let taps = Promise.resolve();

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-taps]")) return;
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  if (!name || event.submitter.getAttribute("aria-disabled") === "true") return;
  const body = new FormData(event.target);
  body.set(name, value);
  say(mark.dataset.saving, "wait");
  taps = taps.then(() => post(body)).catch(() => say(mark.dataset.offline, "off"));
});

/* ---------- what others write ---------- */

async function look() {
  if (sending || touched.size) return;
  try {
    const answer = await fetch(location.href, inTime({ headers: AS_FRAGMENT }));
    if (answer.ok) take(await answer.text());
  } catch {
    // No connection: the next look may find one.
  }
}

function moved(event) {
  if (Number(event.data) > versionOf(live)) look();
}

async function listen() {
  const news = await askWhere(live.dataset.streams);
  if (news === null) {
    setTimeout(listen, POLL);
    return;
  }
  const stream = new LiveStream(`${news.urls[0]}&seen=${live.dataset.version.split("-")[0]}`, () => setTimeout(listen, AGAIN));
  stream.onmessage = moved;
}

if (live && !draft) {
  listen();
  onAwake(look);
}
if (refused.size) say(mark.dataset.wrong, "off");
else if (mark && (form || document.querySelector("form[data-taps]"))) say(mark.dataset.saved);
