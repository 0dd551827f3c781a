/* The sheet beside a form follows what is typed. Without this it shows what is saved. */
const form = document.getElementById("form");
const beside = document.getElementById("beside");
const PAUSE = 350;
let waiting = 0;
let asked = 0;

async function show() {
  const number = (asked += 1);
  const body = new FormData(form);
  body.set("preview", "1");
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (answer?.ok && number === asked) {
    beside.innerHTML = await answer.text();
  }
}

function typed() {
  clearTimeout(waiting);
  if (getComputedStyle(beside).display !== "none") {
    waiting = setTimeout(show, PAUSE);
  }
}

form?.addEventListener("input", typed);
