/* What every page needs beside htmx: an id for each tap, and words when the server is away. */
"use strict";

// Plain http in a home network is no secure context: crypto.randomUUID is missing there.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Each tap is a command of its own; the id in the page serves browsers without script.
document.addEventListener("htmx:configRequest", (event) => {
  const { parameters, verb } = event.detail;
  if (verb === "post" && parameters.id) parameters.id = newId();
});

// A new tap answers the last notice; a refresh in the background leaves it standing.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") {
    document.getElementById("notices").replaceChildren();
  }
});
