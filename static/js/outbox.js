// Rounds that could not be sent wait on this phone, under the id of their sheet, and go out once each
// in the order in which they were entered.
// Uses: STORED_FOR, pathBelowRoot (root), lastingPath, linkPath, sheetAddress, sheetId (sheet), storage (storage),
// entryForm, showWorth (forms), blankForms, draftKey, initForm, isJustSaved, isTypedIn, unseenSince (drafts),
// postForm, failures, notBefore, NO_SUCH_LINK (posting), GONE_INTERVAL, poll, shownTag (page_refresh),
// describedForm, renderOutbox (outbox_list).
//
// An item is based on a revision of the sheet, or is entered *after* another item: then it is based on
// the revision that saving that one makes, and on no other. One whose place somebody else has taken, or
// that was refused, is *stopped*, and with it those behind it, until its owner has decided.

const OUTBOX = `outbox:${sheetId}:`; // how the names begin under which items are stored, in their order
const RESEND_INTERVAL = 1000; // milliseconds; each failure makes it twice as long
const NEW_ROUND = `${sheetId}/rounds/new/`;

const mayWrite = sheetId && linkPath?.startsWith("/g/") && !("look" in document.body.dataset);

let isSendingWaiting = false;
let sentKey = null; // of the item on its way: it can no longer be thrown away
let isLinkDead = document.body.dataset.status === "404";
let retryAt = 0;
let retryTimer;

const isNewRound = (form) => form.matches("[data-entry]") && lastingPath(form.action).startsWith(NEW_ROUND);
const waitingItems = () => storage.keys(sheetId ? OUTBOX : "outbox:")
  .map((name) => ({ ...storage.read(name), name })) // a sheet that is no more has no id
  .filter(({ key, sheet }) => key && (sheetId || sheet === pathBelowRoot(location.pathname)))
  .sort((one, other) => one.time - other.time);
const otherItems = (form) => waitingItems().filter((item) => item.key !== form.key.value);
const roundFields = (form) => [...new FormData(form), ["do", "save"]]
  .filter(([name]) => !["key", "based_on"].includes(name));

const updateItem = ({ name, ...item }, changes) => storage.write(name, { ...item, ...changes });

function startOver(form) { // for the next round: this one is kept elsewhere
  isJustSaved = true;
  unseenSince = performance.now();
  if (!document.body.dataset.follow) { // a page of its own, for this round alone
    form.remove();
    return;
  }
  const blank = blankForms.get(form);
  blank.based_on.value = Math.max(blank.based_on.value, form.based_on.value); // this phone's own saves
  form.replaceWith(blank);
  initForm(blank);
  showWorth();
  scrollTo(0, 0);
}

// Returns whether this phone could keep it. The form is then free for the next round.
function keepForLater(form) { // as it stands: it may have been typed on while it was on its way
  const [last] = otherItems(form).slice(-1);
  const time = Math.max(Date.now(), (last?.time || 0) + 1);
  const known = waitingItems().find((item) => item.key === form.key.value);
  const item = {
    name: `${OUTBOX}${time}:${form.key.value}`, // unless it is known
    ...known || { after: last?.key, time },
    key: form.key.value,
    sheet: linkPath, // as long as its link is not replaced
    basedOn: form.based_on.value,
    path: lastingPath(form.action).replace(`${sheetId}/`, ""),
    fields: roundFields(form),
    deal: describedForm(form),
    stopped: null,
  };
  if (!updateItem(item)) return false;
  if (!known) storage.remove(draftKey(form));
  startOver(form);
  renderOutbox();
  return true;
}

// An item was saved under *revision*, where others had written up to the one *seen*; or, without a
// revision, thrown away.
function settle(key, revision, seen) {
  const items = waitingItems();
  const settled = items.find((item) => item.key === key);
  if (!settled) return; // another tab has done it
  for (const next of items.filter((item) => item.after === key)) {
    updateItem(next, revision
      ? { after: null, basedOn: revision, fields: next.fields.filter(([name]) => name !== "seen"), stopped: null }
      : { after: null, stopped: "changed" });
  }
  if (revision) moveOn([settled.basedOn, seen].map(String), revision);
  storage.remove(settled.name);
}

function moveOn(earlier, revision) { // what this phone enters on top of what it has saved itself
  const field = entryForm()?.based_on;
  if (earlier.includes(field?.value)) field.value = revision;
  for (const name of storage.keys(`draft:${NEW_ROUND}`)) {
    const draft = storage.read(name);
    if (!draft.sent && earlier.includes(draft.basedOn)) storage.write(name, { ...draft, basedOn: String(revision) });
  }
}

// --- sending ---

async function sendWaiting(isReachable = false) {
  retryAt = Math.max(isReachable ? 0 : retryAt, notBefore);
  if (!mayWrite || isSendingWaiting || !waitingItems().length) return;
  if (performance.now() < retryAt) {
    waitUntil(retryAt);
    return;
  }
  isSendingWaiting = true;
  try {
    if (!navigator.locks) await sendInOrder(); // on plain http; two tabs may send the same, the key counts once
    else await navigator.locks.request(STORED_FOR + OUTBOX, { ifAvailable: true }, (lock) => lock && sendInOrder());
  } finally {
    isSendingWaiting = false;
    renderOutbox();
  }
}

async function sendInOrder() {
  let last = null;
  for (let [item] = waitingItems(); item && !item.stopped; [item] = waitingItems()) {
    const body = new URLSearchParams([["key", item.key], ["based_on", item.basedOn], ...item.fields]);
    sentKey = item.key;
    const answer = postForm(sheetAddress + item.path, body);
    renderOutbox();
    const said = await answer;
    sentKey = null;
    isLinkDead = NO_SUCH_LINK.includes(said?.status);
    if (said?.saved) {
      settle(item.key, said.saved, body.get("seen"));
      last = said;
    } else if (!said || isLinkDead) {
      waitUntil(performance.now() + (said ? GONE_INTERVAL : RESEND_INTERVAL << failures));
      break;
    } else if (storage.read(item.name)) { // no other tab has thrown it away
      updateItem(item, { stopped: said.conflict || (said.status === 409 ? "moved_on" : "refused") });
      break; // there may have been no room to note it
    }
  }
  if (last) showSaved(last);
}

function showSaved({ address, saved }) {
  if (!document.body.dataset.follow) {
    const asks = document.querySelector("[data-draft], [data-answered], [name=batch]");
    if (!asks && !isTypedIn(document)) location.assign(address);
    return;
  }
  const here = new URL(location);
  here.searchParams.set("saved", saved);
  history.replaceState(history.state, "", here);
  shownTag = null; // the page may have come with it, but does not say so
  poll();
}

function waitUntil(moment) { // by performance.now()
  retryAt = moment;
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => sendWaiting(true), Math.ceil(moment - performance.now()));
}

// What is typed in a form that waits, looked at again, belongs to the item.
document.addEventListener("typed", ({ target }) => {
  const item = waitingItems().find(({ key }) => key === target.key.value);
  if (!item) return;
  const fields = roundFields(target).filter(([name]) => name !== "seen");
  updateItem(item, { fields, deal: describedForm(target) });
});

function startOutbox() {
  if (isLinkDead) renderOutbox(); // all that is left to do there
  if (!sheetId) return;
  addEventListener("online", () => sendWaiting(true));
  addEventListener("storage", renderOutbox); // another tab of this phone
  document.addEventListener("visibilitychange", () => { if (!document.hidden) sendWaiting(true); });
  if (mayWrite) waitingItems().forEach((item) => updateItem(item, { sheet: linkPath }));
  sendWaiting(true);
  renderOutbox();
}
