/* The page of survivors works without this: it adds a search and counts along. */
const pick = document.getElementById("pick");
const search = document.querySelector("[data-search]");
const tally = document.querySelector("#tally b");

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

search.hidden = false;
search.querySelector("input").addEventListener("input", (event) => {
  const wanted = plain(event.target.value.trim());
  for (const card of pick.children) {
    card.hidden = !card.querySelector("input").checked && !plain(card.textContent).includes(wanted);
  }
});

pick.addEventListener("change", () => {
  tally.firstChild.data = String(pick.querySelectorAll("input:checked").length);
});
