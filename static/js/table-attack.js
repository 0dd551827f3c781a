/* The odds of an attack follow what is said on its sheet, before anybody rolls. */
import { parsed } from "./fragments.js";
import { ask } from "./table-send.js";

const PAUSE_MILLISECONDS = 120;
const UNSAID = ["csrfmiddlewaretoken", "id", "seen", "kind", "survivor", "with-weapon"];
let timer = 0;
let asked = 0; // which odds were asked for last: earlier ones come too late

/* Another weapon, the same zone: what is said of it goes along to the next sheet. */
export function keepingZone(url, formId) {
  const address = new URL(url, location.href);
  document.querySelectorAll(`#${formId} [data-kept] :is(input, select)`).forEach((field) => {
    const isSaid = field.type !== "checkbox" || field.checked;
    if (isSaid && field.value !== "") address.searchParams.append(field.name, field.value);
  });
  return address;
}

function oddsUrl(form) {
  const address = new URL(document.getElementById("sheet").dataset.url, location.href);
  const said = [...new FormData(form)].filter(([name, value]) => value !== "" && !UNSAID.includes(name));
  const typed = address.searchParams.get("typed");
  address.search = new URLSearchParams(said);
  if (typed) address.searchParams.set("typed", typed);
  form.querySelectorAll("[data-look]").forEach(({ name, value }) => address.searchParams.set(name, value));
  return address.pathname + address.search;
}

async function showOdds(form) {
  asked += 1;
  const mine = asked;
  const answer = await ask("GET", oddsUrl(form));
  if (mine !== asked || answer.status !== 200 || !form.isConnected) return;
  parsed(answer.text).querySelectorAll("#sheet [data-odds]").forEach((fresh) => {
    const shown = document.getElementById(fresh.id);
    if (!shown?.contains(document.activeElement)) shown?.replaceWith(fresh);
  });
}

["input", "change"].forEach((name) => document.addEventListener(name, (event) => {
  const form = event.target.closest("#attack-form");
  if (form === null || event.target.id === "dice") return;
  clearTimeout(timer);
  timer = setTimeout(() => showOdds(form), PAUSE_MILLISECONDS);
}));
