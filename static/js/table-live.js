/* The stream says "version 58", then this page fetches its own view. Polling is the floor when
   there is none; a phone that slept catches up as soon as it is looked at. */
import { onAwake } from "./awake.js";
import { askWhere, LiveStream } from "./live-stream.js";
import { hearStep, refresh, work } from "./table-send.js";
import { toast } from "./table-show.js";
import { sheets, table } from "./table-state.js";

const POLL_MILLISECONDS = 5000;
const mark = document.getElementById("connection");
const asked = document.getElementById("asked");
const RELISTEN_MILLISECONDS = 1500;
const LONGEST_RELISTEN_MILLISECONDS = 30000;
let stream = null;
let isListening = false;
let followed = null; // the newest table that grew out of this one, as far as this page knows
let refusals = 0; // in a row: there may be no place for one more stream

/* ---------- the connection mark: dot, ring or square, always with its words ---------- */

function showConnection() {
  const waiting = table.waiting;
  const isOpen = stream?.isHeard && !table.isAway;
  const isSlow = waiting.length && Date.now() - waiting[0].since > 1000;
  const unsent = isSlow || waiting.length > 1 ? waiting.length : 0;
  const state = unsent ? "wait" : isOpen ? "open" : "off";
  mark.textContent = unsent ? mark.dataset.unsent.replace("0", String(unsent)) : mark.dataset[state];
  mark.classList.toggle("live--wait", state === "wait");
  mark.classList.toggle("live--off", state === "off");
}

document.addEventListener("table:queue", showConnection);

/* ---------- the stream ---------- */

function listenLater() {
  const wait = RELISTEN_MILLISECONDS * 2 ** refusals;
  refusals += 1;
  setTimeout(listen, Math.min(wait, LONGEST_RELISTEN_MILLISECONDS));
}

/* Where the stream is, and what has become of the seats; null without an answer. */
function askAround() {
  return askWhere(table.now.dataset.live);
}

async function listen() {
  if (isListening) return;
  isListening = true;
  stream?.close();
  const news = await askAround();
  isListening = false;
  if (news === null) {
    showConnection();
    setTimeout(listen, POLL_MILLISECONDS); // nobody answers: as often as the table is asked for
    return;
  }
  followed ??= news.onward ?? "";
  showAsked(news.asked);
  let isNew = true;
  stream = new LiveStream(`${news.url}&seen=${table.version()}&steps=1`, () => {
    showConnection();
    listenLater();
  });
  stream.onopen = () => {
    refusals = 0;
    showConnection();
    // What stands beside the table may have changed since this page was made.
    if (table.isAway || table.now.dataset.beside) refresh();
    if (!isNew) lookForAskers();
    isNew = false;
  };
  stream.onmessage = (message) => {
    table.newest = Math.max(table.newest, Number(message.data));
    if (Number(message.data) < table.version()) refresh(); // late, or this page is ahead
    else work();
  };
  stream.addEventListener("step", ({ data }) => hearStep(JSON.parse(data)));
  stream.addEventListener("seats", hearOfSeats);
  stream.addEventListener("beside", refresh);
  stream.onerror = showConnection;
}

async function hearOfSeats() {
  const news = await askAround();
  if (news === null) return;
  showAsked(news.asked);
  goOnward(news.onward);
}

/* A rematch or a "what if" takes everybody along, each to the page they had; whoever is typing or
   has taps to send stays. */
function goOnward(onward) {
  if (!onward || onward === followed) return;
  followed = onward;
  if (table.waiting.length || sheets.isHeld()) return;
  const isScreen = location.pathname.endsWith("/screen/");
  const page = table.now.dataset.own ? "mine/" : isScreen ? "screen/" : "";
  location.assign(`${onward}${page}`);
}

/* Whoever keeps the table reads that somebody asks to keep it, wherever on the page they are. */
function showAsked(words) {
  if (asked === null) return;
  const line = asked.querySelector("b");
  if (words && words !== line.textContent.trim()) toast(words);
  line.textContent = words;
  asked.hidden = !words;
}

/* While the stream was away nobody told them. */
async function lookForAskers() {
  if (asked?.dataset.keeper === undefined) return;
  const news = await askAround();
  if (news !== null) showAsked(news.asked);
}

setInterval(() => {
  if (table.isAway || !stream?.isHeard) refresh();
}, POLL_MILLISECONDS);

/* ---------- awake again ---------- */

onAwake(() => {
  if (stream?.isHeard) lookForAskers();
  else listen();
  refresh();
});

listen();
