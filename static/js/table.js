/* The table page. Taps are sent one after the other, each with an id of its own, and sent again
   with the same id until the server has answered, also after a reload: no tap is lost and none
   counts twice. The stream says "version 58", then this page fetches its own view; polling is
   the floor when there is none. */
"use strict";

const POLL_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 1500;
const SLOW_MILLISECONDS = 1000;
const AWAY = [0, 502, 503, 504]; // nobody has answered, or a proxy whose server is away

const mark = document.getElementById("connection");
const board = document.getElementById("board");
const store = `taps:${location.pathname}`;
const waiting = JSON.parse(sessionStorage.getItem(store) ?? "[]");
let stream = null;
let isSending = false;
let lastStatus = 0;
let newest = version();

function version() {
  return Number(document.getElementById("now").dataset.version);
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Plain http in a home network is no secure context: crypto.randomUUID is missing there.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* ---------- the connection mark ---------- */

function showConnection() {
  const isOpen = stream !== null && stream.readyState === EventSource.OPEN;
  const isSlow = waiting.length && Date.now() - waiting[0].since > SLOW_MILLISECONDS;
  const unsent = isSlow || waiting.length > 1 ? waiting.length : 0;
  const state = unsent ? "wait" : isOpen ? "open" : "off";
  mark.textContent = unsent ? mark.dataset.unsent.replace("0", String(unsent)) : mark.dataset[state];
  mark.classList.toggle("live--wait", state === "wait");
  mark.classList.toggle("live--off", state === "off");
}

/* ---------- sending and fetching, one at a time ---------- */

function keep() {
  sessionStorage.setItem(store, JSON.stringify(waiting));
  showConnection();
}

document.addEventListener("htmx:afterRequest", (event) => {
  lastStatus = event.detail.xhr.status;
});

async function work() {
  if (isSending) return;
  isSending = true;
  while (waiting.length || newest > version()) {
    const wanted = newest;
    const job = waiting[0] ?? { verb: "GET", url: `${board.dataset.board}?seen=${version()}` };
    try {
      await htmx.ajax(job.verb, job.url, {
        source: "#board", target: "#board", swap: "innerHTML", values: job.values,
      });
      if (AWAY.includes(lastStatus)) throw new Error(String(lastStatus));
      if (job === waiting[0]) waiting.shift();
      else if (newest === wanted) newest = version();
    } catch {
      if (job.verb === "GET") break; // the next announcement or poll asks again
      showConnection();
      await pause(RETRY_MILLISECONDS);
    }
    keep();
  }
  isSending = false;
  showConnection();
}

function refresh() {
  newest = Math.max(newest, version() + 1);
  return work();
}

function isSameStep(job, values) {
  return job.values.command === values.command && job.values.seen === values.seen;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-command]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  const url = form.getAttribute("action");
  // A nervous double tap on "next phase" is one step; on a card it is two points.
  const isDouble = waiting.some((job) => job.url === url && isSameStep(job, values));
  if (isDouble && !form.matches("[data-adds]")) return;
  waiting.push({ verb: "POST", url, values: { ...values, id: newId() }, since: Date.now() });
  keep();
  setTimeout(showConnection, SLOW_MILLISECONDS + 50);
  work();
});

// Answers may overtake each other: an older table never replaces a newer one.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (AWAY.includes(event.detail.xhr.status)) event.detail.shouldSwap = false;
  const incoming = event.detail.xhr.getResponseHeader("X-Table-Version");
  if (incoming !== null && Number(incoming) < version()) event.detail.shouldSwap = false;
});

// After a conflict the newest table stands behind the notice that explains it.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 409) newest = Math.max(newest, version() + 1);
});

/* ---------- the stream ---------- */

async function listen() {
  try {
    const answer = await fetch(board.dataset.live, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = await answer.json();
    stream = new EventSource(`${url}&seen=${version()}`);
  } catch {
    showConnection();
    setTimeout(listen, RETRY_MILLISECONDS);
    return;
  }
  stream.onopen = showConnection;
  stream.onmessage = (message) => {
    newest = Math.max(newest, Number(message.data));
    work();
  };
  stream.onerror = () => {
    showConnection();
    // A refused stream (its permission expired) stays closed: ask for a new one.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MILLISECONDS);
  };
}

setInterval(() => {
  if (stream === null || stream.readyState !== EventSource.OPEN) refresh();
}, POLL_MILLISECONDS);

listen();
work(); // what a reload found unsent
