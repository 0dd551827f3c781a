/* The page instead of one that cannot be reached: offers the table seen last, and goes on to the
   page that was wanted as soon as the site answers again. */
const LOOK_MILLISECONDS = 3000;

async function offerLastTable() {
  const [last] = await (await caches.open("table")).keys();
  if (last === undefined) return;
  const link = document.getElementById("last-table");
  link.href = new URL(last.url).pathname;
  link.hidden = false;
}

// That there is a network does not mean yet that the site can be reached.
async function goOn() {
  try {
    const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // Not yet.
  }
}

const again = document.getElementById("again");
const isInstead = location.pathname !== again.dataset.here; // and not asked for by its own address
if (isInstead) {
  again.href = location.href;
  window.addEventListener("online", goOn);
  setInterval(goOn, LOOK_MILLISECONDS);
}
if ("caches" in window) offerLastTable();
