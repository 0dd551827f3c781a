/* What every page needs. */

// A page that says why its form was refused is the answer to that form: what is asked for later,
// by a reload or by what follows other phones, is the page itself.
const refused = document.getElementById("refused");
if (refused) history.replaceState(history.state, "", refused.dataset.page);

// Only there where the connection is secure, and never needed: a phone then opens the table seen
// last without a network, as it stood when it was put away.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  document.addEventListener("visibilitychange", () => {
    const isTable = document.getElementById("now") !== null;
    if (isTable && document.visibilityState === "hidden") {
      navigator.serviceWorker.controller?.postMessage("keep");
    }
  });
}
