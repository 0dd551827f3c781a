/* Keeps the table page fresh: the server says "version 58", this page fetches its own view.
   The stream resumes by itself; polling is the floor when there is none. */
"use strict";

const POLL_MILLISECONDS = 5000;
const REOPEN_MILLISECONDS = 1500;

const mark = document.getElementById("connection");
let stream = null;

function board() {
  return document.getElementById("board");
}

function version() {
  return Number(board().dataset.version);
}

function show(state) {
  mark.textContent = mark.dataset[state];
  mark.classList.toggle("live--wait", state === "wait");
  mark.classList.toggle("live--off", state === "off");
}

function refresh() {
  const url = `${board().dataset.board}?seen=${version()}`;
  return htmx.ajax("GET", url, { target: "#board", swap: "outerHTML" });
}

async function open() {
  try {
    const answer = await fetch(board().dataset.live, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = await answer.json();
    stream = new EventSource(`${url}&seen=${version()}`);
  } catch {
    show("off");
    setTimeout(open, REOPEN_MILLISECONDS);
    return;
  }
  stream.onopen = () => show("open");
  stream.onmessage = (message) => {
    if (Number(message.data) > version()) refresh();
  };
  stream.onerror = () => {
    show("off");
    // A refused stream (its permission expired) stays closed: ask for a new one.
    if (stream.readyState === EventSource.CLOSED) setTimeout(open, REOPEN_MILLISECONDS);
  };
}

setInterval(() => {
  if (stream === null || stream.readyState !== EventSource.OPEN) refresh().catch(() => {});
}, POLL_MILLISECONDS);

// After a conflict the newest table stands behind the notice that explains it.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 409) refresh();
});

open();
