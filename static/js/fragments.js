// Parts of a form that only the server can draw (data-touched): each touch on one of their buttons
// sends the form and puts the answered part in place of the old one.
// Uses: selectAll (page), connectionLine, fetchWithTimeout, showMessage (connection), numberInputs,
// setMarks (numbers), formChanged (forms), TOKEN_FIELDS, formValues (drafts).

let fragmentUpdates = Promise.resolve(true); // one after the other: each starts from the last answer
let pendingUpdates = 0;

const fieldStates = (part) => selectAll("input:not([type=hidden]), select", part)
  .map((field) => ({ field, checked: field.checked, value: field.value }));

const matchingField = ({ name, type, value }, part) => selectAll(`[name="${CSS.escape(name)}"]`, part)
  .find((each) => type === "text" || each.value === value);

// *values* instead of what stands in the form, *name* and *value* of the button that was touched.
function updateFragment({ id }, form, name = "add", value = "", values = null) {
  const earlier = pendingUpdates++ ? fragmentUpdates : Promise.resolve(true);
  fragmentUpdates = earlier // behind one that failed none is tried
    .then((isWhole) => isWhole && replaceFragment(document.getElementById(id), form,
      [...(values || formValues(form)), [name, value]]))
    .catch(() => {
      showMessage(words.untouched);
      return false;
    })
    .finally(() => { pendingUpdates -= 1; });
}

const updateFragments = (form, values) => selectAll("[data-touched]", form)
  .forEach((part) => updateFragment(part, form, "add", "", values));

async function replaceFragment(old, form, values) {
  const token = [...new FormData(form)].filter(([name]) => TOKEN_FIELDS.includes(name));
  const sent = fieldStates(old);
  const body = new URLSearchParams([...token, ...values]);
  const answer = await fetchWithTimeout(form.action, { method: "POST", body });
  if (!answer.ok) throw answer;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(old.id);
  keepFragmentState(old, fresh, sent);
  const focused = document.activeElement;
  const isLost = old.contains(focused);
  old.replaceWith(fresh);
  if (isLost) {
    // A chip that was taken back is gone, and its neighbour must not go with it at the next Enter: then the part
    // itself has the focus.
    fresh.tabIndex = -1;
    (focused.name !== "take" && matchingField(focused, fresh) || fresh).focus({ preventScroll: true });
  }
  fresh.querySelector(".problem")?.scrollIntoView({ block: "nearest" }); // perhaps far above the button
  if (connectionLine()?.textContent === words.untouched) showMessage("");
  formChanged(form);
  return true;
}

function keepFragmentState(old, fresh, sent) { // what the server does not know
  const folds = selectAll("details", old).map((fold) => fold.open);
  selectAll("details", fresh).forEach((fold, place) => { fold.open ||= folds[place]; });
  for (const { field, checked, value } of sent) { // touched while the answer was on its way
    const isUnchanged = field.checked === checked && field.value === value;
    const same = isUnchanged ? null : matchingField(field, fresh);
    if (same) Object.assign(same, { checked: field.checked, value: field.value });
  }
  for (const input of numberInputs(old)) {
    const same = matchingField(input, fresh);
    if (same) setMarks(same, input.dataset);
  }
}
