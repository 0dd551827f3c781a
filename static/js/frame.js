/* What every page needs. */

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
