/* A stream of live updates that knows whether anything still comes. The server says something every
   ten seconds at least; a browser by itself takes a connection for open for ever on which nobody
   answers: a cut network, a process that hangs, a router that forgot. */
import { inTime } from "./fragments.js";

const SILENT_MILLISECONDS = 25000;
const SAID = ["open", "message", "ping", "step", "seats", "beside"];

/* Where the streams are, and what else the server says about them; null without an answer. */
export async function askWhere(address) {
  try {
    const answer = await fetch(address, inTime({ headers: { Accept: "application/json" } }));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export class LiveStream extends EventSource {
  /* `whenLost` is called once, when nothing more will come of this one: it was refused, for its
     permission has expired, or it has gone silent. */
  constructor(url, whenLost) {
    super(url);
    this.whenLost = whenLost;
    SAID.forEach((name) => this.addEventListener(name, () => this.hear()));
    this.addEventListener("error", () => { if (this.readyState === EventSource.CLOSED) this.lose(); });
    this.hear();
  }

  get isHeard() {
    const silence = Date.now() - this.heardAt;
    return this.readyState === EventSource.OPEN && silence < SILENT_MILLISECONDS;
  }

  hear() {
    this.heardAt = Date.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lose(), SILENT_MILLISECONDS);
  }

  lose() {
    this.close();
    this.whenLost();
  }

  close() {
    clearTimeout(this.silence);
    super.close();
  }
}
