/* The stream says that the pack has moved; the page then asks for its own parts. Polling is the floor. */
import { onAwake } from "./awake.js";
import { askWhere, LiveStream } from "./live-stream.js";
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
  const news = await askWhere(root.dataset.live);
  if (news === null) {
    setTimeout(listen, POLL_MILLISECONDS);
  } else {
    const again = () => setTimeout(listen, AGAIN_MILLISECONDS);
    stream = new LiveStream(`${news.url}&seen=${map.revision}`, again);
    stream.onmessage = (message) => { if (Number(message.data) > map.revision) catchUp(); };
  }
  isListening = false;
}

setInterval(() => {
  if (map.isAway || !stream?.isHeard) catchUp();
}, POLL_MILLISECONDS);

onAwake(() => {
  if (!stream?.isHeard) listen();
  catchUp();
});

listen();
