/* What every page needs beside htmx. */
"use strict";

// A new tap answers the last notice; a refresh in the background leaves it standing.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") {
    document.getElementById("notices").replaceChildren();
  }
});
