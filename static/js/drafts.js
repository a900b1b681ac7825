// Drafts: what was typed survives a reload, a locked screen, a lost network.
// Uses: selectAll (page), sheetAddress, lastingPath (sheet), storage (storage), fetchWithTimeout,
// showMessage (connection), numberMarks, restoreNumberMarks (numbers), renderChips (tally), fieldStates,
// fragmentUpdates, pendingUpdates, updateFragments (fragments), showDependentParts, showSum (forms).
//
// A draft is done with once the server has answered for its form token (the field "key"): by the
// cookie of a saved round, or by a page that asks. One that was sent without an answer keeps its
// token, so that it counts once; so does one that the back button fetches back: saved again it is
// asked about, not counted again.

const TOKEN_FIELDS = ["key", "based_on", "seen", "do"]; // they belong to the page, not to what was typed

const edition = new URLSearchParams(location.search).get("edition") || "";
const blankForms = new WeakMap(); // what each form was as the page came, whatever was typed before script
const answeredKey = document.querySelector("[data-answered]")?.dataset.answered; // of the form the page asks about
let isJustSaved = false;
let unseenSince = 0; // by performance.now(): when what is shown has come

const isOption = (field) => /radio|checkbox/.test(field.type);
const draftKey = (form) => `draft:${lastingPath(form.action)}${edition && `?${edition}`}`;
const isWaiting = (form) => storage.keys("outbox:").some((name) => name.endsWith(form.key.value));
// One that travels with a change set is none. Others may name a way to come to the page ("navigate", and no reload):
// by that they are forgotten once it has moved on.
const keepsDraft = (form) => form.dataset.draft !== "off" && !isWaiting(form);
const formValues = (form) => [...form.elements] // what is switched off at the moment included
  .filter((each) => each.name && each.type !== "submit" && !TOKEN_FIELDS.includes(each.name))
  .filter((each) => !isOption(each) || each.checked)
  .map((each) => [each.name, each.value]);
const isBlank = (form, values) => String(values) === String(formValues(blankForms.get(form)));
const isModified = (form) => !isBlank(form, formValues(form));

function readDraft(form) { // false where there is none
  const draft = keepsDraft(form) && storage.read(draftKey(form));
  return Array.isArray(draft?.values) && draft;
}

function saveDraft(form, isSending) { // false: it was answered, and not saved
  form.dispatchEvent(new Event("typed", { bubbles: true })); // the outbox may keep it
  if (!keepsDraft(form)) return;
  const known = storage.read(draftKey(form));
  const key = form.key.value;
  storage.write(draftKey(form), {
    key,
    basedOn: form.based_on?.value,
    values: formValues(form),
    marks: numberMarks(form),
    warned: Boolean(form.seen),
    sent: isSending ?? (known?.sent && known.key === key && 2), // and typed on since
  });
}

function closeAnsweredDrafts() {
  const saved = /\bsaved=([\w-]+)/.exec(document.cookie)?.[1];
  for (const name of storage.keys("draft:")) {
    const draft = storage.read(name);
    if (draft?.sent & 1 && draft.key === saved && !draft.saved) {
      storage.write(name, { ...draft, saved: true });
      isJustSaved = true;
    }
    if (answeredKey && draft?.key === answeredKey) storage.remove(name);
  }
}

// --- a form and its draft, when a page comes ---

function initForm(form) {
  if (!form || blankForms.has(form)) return;
  blankForms.set(form, form.cloneNode(true));
  blankForms.get(form).reset();
  hearTyped(form);
  showDependentParts(form);
  const draft = readDraft(form);
  if (draft && !draft.saved && draft.basedOn === form.based_on?.value) {
    restoreNumberMarks(form, draft); // refused: the page holds what was sent
  }
  const arrival = performance.getEntriesByType("navigation")[0]?.type;
  if (document.querySelector("main [role=alert]")) {
    if (arrival !== "navigate" && draft?.key === form.key?.value && !draft.sent) fillForm(form, draft); // typed on
    else saveDraft(form, false);
    return;
  }
  if (!keepsDraft(form)) return;
  form.key.value = newKey(); // a page out of the browser's cache would bring the same one twice
  if (!draft || isBlank(form, draft.values)) return;
  if (draft.saved && (arrival !== "back_forward" || history.state?.sent !== draft.key)) return;
  const isLate = !draft.saved && draft.basedOn < Number(form.based_on?.value);
  if (isLate && !draft.sent && form.dataset.draft === arrival) return;
  if (isLate && draft.sent & 1 && sheetAddress) resolveUnansweredDraft(form, draft);
  else restoreDraft(form, draft, isLate);
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");

function restoreDraft(form, draft, isLate) { // late: the sheet has moved on since
  if (draft.sent && !fitsForm(form, draft)) return; // to other questions
  fillForm(form, draft);
  if (form.matches("[data-entry]")) showSum(form);
  if (draft.warned) askAgain(form);
  else if (isLate) showMessage(draft.sent ? words.unsure : words.news);
}

// Whether the form still offers what the draft chose; what the server draws is drawn to fit.
const fitsForm = (form, draft) => draft.values.every(([name, value]) => {
  const options = selectAll(`[name="${CSS.escape(name)}"]`, form)
    .filter((each) => isOption(each) && !each.closest("[data-touched]"));
  return !options.length || options.some((each) => each.value === value);
});

// What was typed before script came, or before the draft did, is newer than that.
async function hearTyped(form) {
  const typed = fieldStates(form).filter(({ field }) => differsFromPage(field));
  await new Promise(setTimeout); // to a part that the server draws anew for the draft it is a later touch
  for (const { field, ...state } of typed) {
    Object.assign(field, state).dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function fillForm(form, draft) {
  for (const option of [...form.elements].filter(isOption)) {
    option.checked = draft.values
      .some(([name, value]) => name === option.name && value === option.value);
    option.disabled &&= !option.checked; // of who sits out on this page
  }
  for (const [name, value] of draft.values) {
    for (const field of selectAll(`[name="${CSS.escape(name)}"]`, form)) {
      if (!isOption(field) && field.tagName !== "BUTTON") field.value = value;
    }
  }
  restoreNumberMarks(form, draft);
  selectAll("[data-tally]", form).forEach(renderChips);
  updateFragments(form, draft.values); // the draft may have chosen what this page does not offer
  showDependentParts(form);
  for (const fold of selectAll("details", form)) { // nothing filled in may be hidden
    fold.open ||= isTypedIn(fold);
  }
  if (draft.basedOn) form.based_on.value = draft.basedOn; // written on since? the server asks to look
  if (draft.sent) form.key.value = draft.key;
}

function differsFromPage(field) {
  if (isOption(field)) return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  return field.selectedOptions[0] !== (field.querySelector("[selected]") || field[0]);
}

const isTypedIn = (part) => selectAll("input, select, textarea", part).some(differsFromPage);

// Sent, never answered, and the sheet has moved on since: was it this draft that moved it?
async function resolveUnansweredDraft(form, draft) {
  try {
    const answer = await fetchWithTimeout(`${sheetAddress}saved/${draft.key}`, { cache: "no-store" });
    if ((await answer.json()).saved) {
      if (readDraft(form).key === draft.key) storage.remove(draftKey(form));
      showMessage(words.arrived);
      return;
    }
  } catch { /* no network: the draft comes back, with the question whether it arrived */ }
  if (!form.isConnected) return;
  hearTyped(form);
  restoreDraft(form, draft, true);
}

// Another phone was faster, and nobody has chosen yet what to do: the server asks again.
async function askAgain(form) {
  showMessage(words.news);
  const body = new URLSearchParams(new FormData(form));
  const values = String(formValues(form));
  body.set("do", "sum");
  try {
    const answer = await fetchWithTimeout(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const asked = page.querySelector("form[data-entry]");
    if (!asked?.seen || !form.isConnected) return;
    if (String(formValues(form)) !== values) { // typed meanwhile
      askAgain(form);
      return;
    }
    asked.querySelector("h2").hidden = form.querySelector("h2").hidden;
    form.replaceWith(asked);
    initForm(asked);
    blankForms.set(asked, blankForms.get(form)); // for the round behind it
    showMessage("");
  } catch { /* no network: saving it asks, too */ }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-draft]")) return;
  if (pendingUpdates && event.submitter) { // a touch that has not arrived yet belongs to what is sent
    event.preventDefault();
    fragmentUpdates.then((hasArrived) => {
      if (hasArrived) event.submitter.click();
    });
    return;
  }
  const isUnseen = isJustSaved || document.querySelector("main [role=alert]");
  // The second half of a double tap may fall on a page nobody has looked at yet: within a second.
  if (isUnseen && !isModified(form) && performance.now() < unseenSince + 1000) {
    event.preventDefault();
    return;
  }
  saveDraft(form, true);
  history.replaceState({ sent: form.key.value }, "");
});
