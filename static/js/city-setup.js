/* The picture of the board works without this: a building that is laid somewhere else changes places
   with the one that lay there, and its picture goes along. */
const spots = [...document.querySelectorAll("[data-spot]")];
const laid = new Map(spots.map((spot) => [spot, choice(spot).value]));

function choice(spot) {
  return spot.querySelector("select");
}

function lay(spot, place) {
  choice(spot).value = place;
  laid.set(spot, place);
  const icon = choice(spot).selectedOptions[0].dataset.icon;
  spot.querySelector(".i").className = `i i-${icon}`;
  if (spot.matches(".pn--cross, .pn--tower")) spot.className = `pn pn--${icon}`; // its number moves
}

for (const spot of spots) {
  choice(spot).addEventListener("change", () => {
    const place = choice(spot).value;
    const other = spots.find((one) => one !== spot && laid.get(one) === place);
    if (other) lay(other, laid.get(spot));
    lay(spot, place);
  });
}
