/* What is this phone's own: long press, wake lock, turned screen, table mode, text size, sound and
   vibration. Kept in the phone, off until wanted. */
import { canStayAwake, stayAwake } from "./stay-awake.js";
import { submit } from "./table-send.js";
import { sheets } from "./table-state.js";

const LONG_PRESS_MILLISECONDS = 450;
const MOVED_PIXELS = 10;
const SETTINGS = "phone-settings";
const settings = {
  flip: false,
  four: false,
  awake: true,
  sound: false,
  vibration: false,
  text: "1",
  ...JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"),
};

/* ---------- long press: one less, or how many ---------- */

let press = null;

function pressLong(button) {
  if (button.dataset.many) {
    sheets.open(button.dataset.many);
    return;
  }
  const command = JSON.parse(button.value);
  const less = JSON.stringify({ ...command, amount: -command.amount });
  submit(document.getElementById("do"), button, { with: less });
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("button[data-less], button[data-many]");
  if (button === null || event.button) return;
  press = { button, x: event.clientX, y: event.clientY, isLong: false };
  press.timer = setTimeout(() => {
    press.isLong = true;
    buzz();
    pressLong(button);
  }, LONG_PRESS_MILLISECONDS);
});

document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED_PIXELS) clearTimeout(press.timer);
});

["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, () => {
  if (press) clearTimeout(press.timer);
}));

document.addEventListener("click", (event) => {
  if (press?.isLong && event.target.closest("button") === press.button) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  press = null;
}, { capture: true });

document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("button[data-adds]")) event.preventDefault();
});

/* ---------- settings ---------- */

function apply() {
  const root = document.documentElement;
  root.toggleAttribute("data-flip", settings.flip);
  root.toggleAttribute("data-four", settings.four);
  root.dataset.text = settings.text;
  holdAwake();
  document.querySelectorAll("[data-setting]").forEach((control) => {
    const { setting, value } = control.dataset;
    if (value) control.setAttribute("aria-pressed", String(settings[setting] === value));
    else if (control.role === "switch") control.setAttribute("aria-checked", String(Boolean(settings[setting])));
    const unable = control.querySelector("[data-unable]");
    if (unable && !isAble(setting)) {
      control.setAttribute("aria-disabled", "true");
      control.setAttribute("aria-checked", "false");
      unable.textContent = unable.dataset.unable;
    }
  });
}

function isAble(setting) {
  if (setting === "awake") return canStayAwake;
  return setting !== "vibration" || "vibrate" in navigator;
}

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-setting]");
  if (control === null || control.getAttribute("aria-disabled") === "true") return;
  const { setting, value } = control.dataset;
  settings[setting] = value ?? !settings[setting];
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
  apply();
  if (setting === "sound" && settings.sound) beep();
  if (setting === "vibration") buzz();
});

/* ---------- awake, sound, vibration ---------- */

function holdAwake() {
  return stayAwake(settings.awake);
}

document.addEventListener("visibilitychange", holdAwake);

function buzz() {
  if (settings.vibration && "vibrate" in navigator) navigator.vibrate(30);
}

let audio = null;

function beep() {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}

document.addEventListener("table:sent", buzz);
document.addEventListener("table:taken", ({ detail }) => {
  const others = (detail.changes?.children.length ?? 0) > 0;
  if (others && settings.sound) beep();
});
document.addEventListener("table:sheet", apply);
apply();
