/* What the scripts of a table know together, and what they ask of sheets. */

export const table = {
  now: document.getElementById("now"),
  newest: 0, // the version the server is known to have
  waiting: [], // taps that are not acknowledged yet
  written: [], // own taps the server has and this page may not show yet
  isAway: false, // nobody answers

  version() {
    return Number(table.now.dataset.version);
  },

  unshown() {
    table.written = table.written.filter((job) => job.version > table.version());
    return table.written;
  },
};

/* A page without sheets keeps these answers; table-sheets.js puts its own in their place. */
export const sheets = {
  path: () => "",
  wants: () => false,
  open: (url) => location.assign(url),
  take: () => {},
  turn: () => {},
  isHeld: () => false,
  beside: () => "",
};
