/* A long list of printed cards, found by any part of what stands there. Works without. */
const search = document.querySelector("[data-search]");
const sources = document.getElementById("sources");

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

if (search && sources.querySelectorAll("[data-found]").length > 8) {
  search.hidden = false;
  search.querySelector("input").addEventListener("input", (event) => {
    const wanted = plain(event.target.value.trim());
    sources.querySelectorAll("[data-found]").forEach((row) => {
      row.hidden = !plain(row.textContent).includes(wanted);
    });
    sources.querySelectorAll("section").forEach((box) => {
      box.hidden = !box.querySelector("[data-found]:not([hidden])");
    });
  });
}
