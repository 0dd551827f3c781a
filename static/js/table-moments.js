/* A moment: one fact that changes what hands do on the board, alone on the whole screen of whoever
   did not cause it. It goes by itself, when it is touched (a death only then), or when the game goes
   on, and covers nothing that is being done: over an open sheet, a field or an own question, and
   what stays once the game has gone on, it is a band that offers it. */
import { toast } from "./table-show.js";
import { table } from "./table-state.js";

const SECOND_MILLISECONDS = 1000;
let clock = 0;
let following = null; // comes once what stands or is offered now has gone
let offered = null; // what the band offers
let wanted = null; // asked for by its band: it may cover anything

function moment() {
  return document.getElementById("moment");
}

function isAsked() {
  return document.querySelector("[data-asks]") !== null;
}

function isBusy() {
  const active = document.activeElement;
  return isAsked() || document.querySelector("#sheet:not([data-resting])") !== null || active?.matches("input, select, textarea");
}

function isPast(shown) {
  return shown.dataset.phase !== table.now.dataset.phase;
}

function stays(shown) {
  return shown !== null && !shown.dataset.seconds;
}

function dismiss() {
  clearInterval(clock);
  offered = null;
  moment()?.remove();
  document.querySelector(".moment-band")?.remove();
}

function close() {
  const fresh = following;
  following = null;
  dismiss();
  if (fresh !== null) bring(fresh);
}

function stopClock() {
  clearInterval(clock);
  const shown = moment();
  if (!shown.dataset.seconds) return;
  const button = shown.querySelector("[data-dismiss]");
  button.textContent = button.dataset.plain;
  shown.querySelector(".timer").toggleAttribute("hidden", true);
}

function startClock(shown) {
  const all = Number(shown.dataset.seconds);
  const button = shown.querySelector("[data-dismiss]");
  button.dataset.plain = button.textContent;
  let left = all;
  const tick = () => {
    if (left <= 0) {
      close();
      return;
    }
    button.textContent = button.dataset.counts.replace("0", String(left));
    shown.querySelector(".timer__on").setAttribute("width", String((100 * left) / all));
    left -= 1;
  };
  tick();
  clock = setInterval(tick, SECOND_MILLISECONDS);
}

function show(fresh) {
  dismiss();
  document.body.append(fresh);
  if (fresh.dataset.seconds) startClock(fresh);
}

function offer(fresh) {
  dismiss();
  offered = fresh;
  const band = document.createElement("button");
  band.type = "button";
  band.className = "moment-band";
  const see = document.createElement("b");
  see.textContent = fresh.dataset.see;
  band.append(fresh.dataset.band, see);
  band.addEventListener("click", () => {
    wanted = fresh;
    show(fresh);
  });
  document.body.append(band);
  placeBand();
  if (fresh.dataset.seconds) {
    clock = setTimeout(close, Number(fresh.dataset.seconds) * SECOND_MILLISECONDS);
  }
}

/* Over the dock, whichever is in sight and however high it is now: it covers no button. */
function placeBand() {
  const band = document.querySelector(".moment-band");
  const dock = document.querySelector("#sheet:not([data-resting]) .dock") ?? document.getElementById("dock");
  if (band !== null) band.style.bottom = `${dock?.offsetHeight ?? 0}px`;
}

/* A fall is shown at once to whoever has just noted it, whatever lies there. */
function bring(fresh) {
  if (isPast(fresh) && !stays(fresh)) return;
  if (isPast(fresh) || (isBusy() && !fresh.matches("[data-own-doing]"))) offer(fresh);
  else show(fresh);
}

/* A moment is past once the game has gone on to the next phase: what stays until it is touched is
   still offered then, and so is any over a question that is put to this phone now. */
function giveWay() {
  const shown = moment();
  const newest = shown ?? offered;
  if (newest === null || newest === wanted || newest.hasAttribute("data-pinned")) return;
  if (isPast(newest) && !stays(newest)) close();
  else if (shown !== null && (isPast(shown) || (isAsked() && !shown.matches("[data-own-doing]")))) offer(shown);
}

function forget() {
  following = null;
  dismiss();
}

document.addEventListener("table:taken", ({ detail }) => {
  const undone = [...(detail.changes?.children ?? [])].find(({ dataset }) => dataset.kind === "undo");
  if (undone !== undefined && (moment() !== null || document.querySelector(".moment-band") !== null)) {
    forget();
    toast(undone.querySelector("b").textContent);
  }
  if (detail.result) forget(); // it is shown instead
  else giveWay();
  const fresh = detail.moment;
  if (fresh === null) return;
  fresh.dataset.phase = table.now.dataset.phase;
  if (stays(moment())) {
    following = fresh;
    return;
  }
  if (stays(offered)) following = offered;
  bring(fresh);
});

["table:taken", "table:sheet"].forEach((name) => document.addEventListener(name, placeBand));

document.addEventListener("click", (event) => {
  const shown = event.target.closest("#moment");
  if (shown === null) return;
  const isPinned = shown.hasAttribute("data-pinned");
  if (event.target.closest("[data-pin]")) shown.setAttribute("data-pinned", "");
  else if (event.target.closest("[data-keep]")) return; // its own form or link goes on
  else if (event.target.closest("[data-step]")) setTimeout(dismiss); // once its form is sent
  else if (event.target.closest("[data-dismiss]") || !isPinned) close();
});

/* One's own undo takes back what is still offered here; that of others comes with their changes. */
document.addEventListener("click", (event) => {
  if (event.target.closest("button.undo")) forget();
});

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#moment")) stopClock();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || moment() === null) return;
  event.stopImmediatePropagation();
  close();
}, { capture: true });
