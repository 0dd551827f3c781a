/* Keeps the screen on: by the wake lock where there is one, else, as on plain http in a home
   network, by a silent video that plays in a corner. Both end when the page is put away. */

const BACK_AT_SECONDS = 3; // the video is never over, and a loop would not keep a screen on
const address = document.querySelector("[data-awake]")?.dataset.awake;
let lock = null;
let video = null;

export const canStayAwake = "wakeLock" in navigator || Boolean(address);

export async function stayAwake(isWanted) {
  if (document.visibilityState !== "visible") return;
  if ("wakeLock" in navigator) await holdLock(isWanted);
  else if (address) await playOn(isWanted);
}

async function holdLock(isWanted) {
  if (!isWanted) {
    await lock?.release();
    lock = null;
    return;
  }
  if (lock !== null && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // refused, as with a low battery: the table works without it
  }
}

function makeVideo() {
  const made = document.createElement("video");
  made.className = "awake";
  made.src = address;
  made.muted = true; // until somebody touches the page: no browser lets a page begin with sound
  made.playsInline = true;
  made.disableRemotePlayback = true;
  made.setAttribute("aria-hidden", "true");
  made.tabIndex = -1;
  made.addEventListener("timeupdate", () => {
    if (made.currentTime > BACK_AT_SECONDS) made.currentTime = 0;
  });
  document.body.append(made);
  return made;
}

async function playOn(isWanted) {
  if (!isWanted) {
    video?.remove();
    video = null;
    return;
  }
  video ??= makeVideo();
  try {
    await video.play();
  } catch {
    // not before the first touch: the next one tries again
  }
}

document.addEventListener("click", () => {
  if (video === null || (!video.muted && !video.paused)) return;
  video.muted = false; // its sound is silence, but a video with sound keeps more screens on
  video.play().catch(() => {});
});
