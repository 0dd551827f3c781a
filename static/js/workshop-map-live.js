/* The stream says that the pack has moved; the page then asks for its own parts. Polling is the floor. */
import { onAwake } from "./awake.js";
import { fetchParts, work } from "./workshop-map-send.js";
import { map, root } from "./workshop-map-state.js";

const POLL_MILLISECONDS = 5000;
const AGAIN_MILLISECONDS = 1500;
let stream = null;
let isListening = false;

async function catchUp() {
  if (map.waiting.length) work(); // its answer brings what others did, too
  else await fetchParts();
}

async function listen() {
  if (isListening) return;
  isListening = true;
  stream?.close();
  try {
    const answer = await fetch(root.dataset.live, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = await answer.json();
    stream = new EventSource(`${url}&seen=${map.revision}`);
    stream.onmessage = (message) => { if (Number(message.data) > map.revision) catchUp(); };
    // A refused stream (its permission expired) stays closed: ask for a new one.
    stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MILLISECONDS); };
  } catch {
    setTimeout(listen, POLL_MILLISECONDS);
  }
  isListening = false;
}

setInterval(() => {
  if (map.isAway || stream === null || stream.readyState !== EventSource.OPEN) catchUp();
}, POLL_MILLISECONDS);

onAwake(() => {
  if (stream === null || stream.readyState === EventSource.CLOSED) listen();
  catchUp();
});

listen();
