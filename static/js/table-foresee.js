/* What only adds is shown in the same frame as its tap: points, kills, wounds, actions. The numbers
   are the server's and what is still on its way to it; its answer puts them right. */
import { counts, serverNumber, show } from "./table-numbers.js";
import { table } from "./table-state.js";

const EFFECTS = {
  "points.award": ({ survivor, amount }) => ({ [`points-${survivor}`]: amount }),
  "zombies.kill": ({ survivor, zombie, count = 1 }, worth) => ({
    [`points-${survivor}`]: worth * count,
    [`board-${zombie}`]: -count,
  }),
  "wound.take": ({ survivor, count = 1 }) => ({ [`health-${survivor}`]: -count }),
  "action.spend": ({ survivor, count = 1 }) => ({ [`actions-${survivor}`]: -count }),
};
/* By how much a tap changes which numbers, as far as that can be known before its answer. */
export function effectsOf(button, command) {
  if (!button?.matches("[data-adds]") || !command) return {};
  const said = JSON.parse(command);
  return EFFECTS[said.kind]?.(said, Number(button.dataset.amount ?? 0)) ?? {};
}

function foresee() {
  const sums = new Map();
  for (const job of [...table.waiting, ...table.unshown()]) {
    Object.entries(job.effects ?? {}).forEach(([name, by]) => sums.set(name, (sums.get(name) ?? 0) + by));
  }
  counts().forEach((element) => {
    show(element, Math.max(0, serverNumber(element) + (sums.get(element.dataset.count) ?? 0)));
  });
}

["table:queue", "table:taken", "table:sheet"].forEach((name) => document.addEventListener(name, foresee));
