// While a form is filled in: parts appear with what is chosen, focus moves on, the sum shows.
// Uses: selectAll (page), NUMBER_GROUP, completeOthers, restFor (numbers), updateTally (tally),
// updateFragment, updateFragments (fragments), saveDraft (drafts), REQUEST_TIMEOUT (connection).

const entryForm = () => document.querySelector("form[data-draft]");

function keepFormInPlace(change) { // under the thumb, while it is in sight
  const place = () => entryForm()?.getBoundingClientRect();
  const before = place();
  change();
  if (before?.bottom > 0) scrollBy(0, place()?.y - before.y);
}

function showDependentParts(form) { // what belongs to a choice is there while it is chosen
  showPartners(form);
  for (const part of selectAll("[data-when]", form)) {
    const fields = selectAll(`[name="${part.dataset.when}"]`, form);
    const field = fields.find((each) => each.checked && !each.matches(":disabled"))
      || fields.find((each) => each.type !== "radio");
    // "": none yet; a count left open is the rest, as the server has it.
    const value = (field && (field.value || `${restFor(field)}`) || "").trim().replace(/^0+(?=\d)/, "");
    const isShown = part.dataset.values.split(" ").includes(value);
    part.toggleAttribute("data-off", !isShown);
    part.disabled = !isShown; // what is not there is not sent
  }
}

function showPartners(form) { // data-sides is the sentence with the numbers of fields for the names
  for (const line of selectAll("[data-sides]", form)) {
    line.textContent = line.dataset.sides.replace(/\d/g, (number) => {
      const { value, placeholder } = form[`name_${number}`];
      return value || placeholder;
    });
  }
}

function focusNextNumbers(radio) { // the counts asked for next, if nothing stands there yet
  const form = radio.form;
  const name = radio.dataset.then || radio.closest("fieldset").dataset.then;
  const group = name && selectAll(`[data-name="${name}"]`, form)
    .find((each) => !each.closest("[data-off], details:not([open])"));
  if (!group || selectAll("input", group).some((each) => each.value)) return;
  const side = form.querySelector("input[data-side]:checked")?.dataset.side;
  const field = group.querySelector(`input[data-side="${side || 0}"]`) || group.querySelector("input");
  field.focus();
}

// --- the sum, worked out by the server while somebody types ---

let sumTimer, sumRequest;

function formChanged(form) {
  const notice = document.getElementById("saved");
  if (notice) { // its place stays empty, so that nothing moves under the thumb
    notice.style.visibility = "hidden";
    history.replaceState(history.state, "", "."); // the sheet itself
  }
  showDependentParts(form);
  saveDraft(form);
  clearTimeout(sumTimer);
  sumTimer = setTimeout(showSum, 200, form); // milliseconds after the last key
}

async function showSum(form) {
  sumRequest?.abort();
  const request = sumRequest = new AbortController();
  setTimeout(() => request.abort(), REQUEST_TIMEOUT);
  const body = new URLSearchParams(new FormData(form));
  let text = ""; // without a network: what was worked out before is true no more
  try {
    const answer = await fetch(form.action,
      { method: "POST", body, headers: { "X-Fragment": "sum" }, signal: request.signal });
    if (answer.ok) text = await answer.text();
  } catch { /* the sum can wait */ }
  if (request !== sumRequest || !form.isConnected) return;
  const sum = form.querySelector("#sum");
  const isOpen = sum.querySelector("[open]");
  sum.innerHTML = text;
  sum.dataset.of = text && body;
  sum.querySelector("details")?.toggleAttribute("open", isOpen);
  showWorth();
}

function showWorth() { // beside every total, what the deal in the form would add to it
  const worth = selectAll("#worth i");
  for (const place of selectAll("#totals, #line")) {
    selectAll("i", place).forEach((each, side) => { each.textContent = worth[side]?.textContent || ""; });
  }
}

// --- events ---

// What is typed stays above the bar with the sum: it makes room at once, so that nothing moves when
// the sum comes.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("form[data-entry] input[inputmode]")) target.scrollIntoView({ block: "nearest" });
});

document.addEventListener("input", ({ target }) => {
  const form = target.closest("form[data-draft]");
  if (!form) return;
  if (!form.matches("[data-entry]")) {
    showPartners(form);
    saveDraft(form);
    return;
  }
  const asked = target.closest("fieldset") || target;
  asked.querySelector(".problem")?.remove(); // the line at the foot says what is left
  for (const each of selectAll("[aria-invalid]", asked)) each.removeAttribute("aria-invalid");
  if (target.closest(NUMBER_GROUP)) completeOthers(target);
  formChanged(form);
  if (target.name === "dealer") updateFragments(form); // who sits where may depend on it
});

// An arrow chooses each option that it comes by: whoever is on the way to another one stays there.
let isByArrow = false;

// The Enter of a keyboard leaves the number; saving is a touch on the button.
document.addEventListener("keydown", (event) => {
  isByArrow = event.key.startsWith("Arrow");
  if (event.key !== "Enter" || !event.target.matches("form[data-entry] input[inputmode]")) return;
  event.preventDefault();
  event.target.blur();
});

document.addEventListener("change", ({ target }) => {
  if (!isByArrow && target.matches("form[data-entry] input[type=radio]")) focusNextNumbers(target);
});

// A second touch takes an optional choice back. By the time of the click the browser has chosen it
// again, so what was chosen is looked at when the finger comes down.
let chosenBefore = null;

document.addEventListener("pointerdown", ({ target }) => {
  isByArrow = false;
  const radio = target.closest("[data-clears] label")?.querySelector("input");
  chosenBefore = radio?.checked ? radio : null;
});

function takeBackChosen() {
  const { form, name } = chosenBefore;
  chosenBefore.checked = false;
  chosenBefore = null;
  formChanged(form);
  if (name === "dealer") updateFragments(form);
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (chosenBefore && target === chosenBefore) takeBackChosen();
  const button = target.closest("form[data-entry] :is([data-tally], [data-touched]) button[name]");
  if (button) {
    event.preventDefault();
    const part = button.closest("[data-touched]");
    if (part) updateFragment(part, button.form, button.name, button.value);
    else updateTally(button);
  }
  const link = target.closest("form[data-entry] a[href^='#']");
  const fold = link && document.getElementById(link.hash.slice(1));
  if (fold?.matches("details")) fold.open = true; // the browser only scrolls to it
});
