// Numbers added by touch and taken back by touch, without asking the server.
// Uses: filled (page), say (live_region), formChanged (forms).

function renderChips(group) { // a button for each number; returns the numbers
  const chips = group.querySelector(".chips");
  const numbers = group.querySelector("input[type=hidden]").value.split(" ").filter(Boolean);
  chips.replaceChildren(...numbers.map((number, place) => {
    const chip = document.createElement("button");
    chip.name = "take";
    chip.value = `${group.dataset.side}:${place}`;
    chip.textContent = `${number} ×`;
    chip.setAttribute("aria-label", chips.dataset.take.replace("{value}", number));
    return chip;
  }));
  return numbers;
}

function updateTally(button) { // its value is side:number to add one, side:place to take one back
  const group = button.closest("[data-tally]");
  const field = group.querySelector("input[type=hidden]");
  const numbers = renderChips(group);
  const [, value] = button.value.split(":");
  if (button.name === "add") numbers.push(value);
  else numbers.splice(Number(value), 1);
  field.value = numbers.join(" ");
  renderChips(group);
  if (!button.isConnected) { // its neighbour must not go with it at the next Enter
    group.tabIndex = -1;
    group.focus({ preventScroll: true });
  }
  say(filled(group.dataset.told, { numbers: numbers.join(", ") }));
  formChanged(field.form);
}
