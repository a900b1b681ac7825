// The parts of a page that change (data-live) are fetched whenever there may be something new.
// Uses: pathOnHost (root), selectAll (page), linkPath (sheet), say (live_region), connectionLine, REQUEST_TIMEOUT,
// fetchWithTimeout, showMessage (connection), entryForm, keepFormInPlace, showWorth (forms), initForm, isModified,
// isTypedIn, newKey (drafts), newsButton, showNewsButton (news_button), isConnected, noteArrival, showConnection
// (connection_mark), TOO_MANY, isOurs, timeToWait (posting), sendWaiting (outbox), renderOutbox (outbox_list),
// closeStream (event_stream), markDeadLink, leadsHere, rememberGroup (visited_group), hasPhoneCookie (presence),
// askForHolder (holder).

const GONE_INTERVAL = 60000; // milliseconds between questions for a page that is no more

const followed = document.body.dataset.follow; // the address of these parts, on pages that have any
const waitingParts = new Map(); // newer ones, by id: somebody is using what they would replace
let shownTag = document.body.dataset.tag;
let isPolling = false;
let isAskedAgain = false; // while a fetch was on its way
let askAgainAt = 0;

// Behind the version of the pages stands the revision of what they show.
const revisionIn = (tag) => tag?.split("-")[1];

// Behind its dot a tag says who else is writing, and nothing of the sheet.
const sheetTag = (tag) => tag?.split(".")[0];

async function poll() {
  if (!followed || document.hidden || Date.now() < askAgainAt) return;
  isAskedAgain = true;
  if (isPolling) return;
  isPolling = true;
  while (isAskedAgain) {
    isAskedAgain = false;
    await fetchLiveParts();
  }
  isPolling = false;
}

async function fetchLiveParts() {
  const tagBefore = shownTag;
  const wasKnown = hasPhoneCookie();
  try {
    const address = followed + location.search.replace("?", followed.includes("?") ? "&" : "?");
    const answer = await fetchWithTimeout(address, { cache: "no-cache" }, 2 * REQUEST_TIMEOUT);
    if (!isOurs(answer)) throw answer;
    if (answer.status === 404) {
      const link = await fetchWithTimeout(pathOnHost(linkPath.replace(/\/\d+\/$/, "/")));
      askAgainAt = Date.now() + GONE_INTERVAL;
      if (link.status === 404) {
        closeStream(); // or the browser would try it again
        showConnection("gone");
        markDeadLink(leadsHere);
        forgetWriting();
      } else location.reload(); // this page alone is gone, as a season that was taken back: the server says so
      return;
    }
    if (answer.status === TOO_MANY) askAgainAt = Date.now() + Math.min(timeToWait(answer), GONE_INTERVAL);
    if (!answer.ok) throw answer;
    if (!wasKnown && hasPhoneCookie()) { // whoever writes there may be this phone itself
      isAskedAgain = true;
      return;
    }
    const tag = answer.headers.get("ETag")?.replace(/^W\/|"/g, "");
    if (!tag || tag !== shownTag) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      fillInKeys(page);
      if (tag && sheetTag(tag) === sheetTag(shownTag)) showWriting(page);
      else {
        keepFormInPlace(() => replaceLiveParts(page));
        const told = page.getElementById("announced");
        if (told && revisionIn(tag) !== revisionIn(tagBefore)) say(told.textContent);
      }
    }
    if (shownTag === tagBefore) shownTag = tag; // unless more was asked for meanwhile
    const wasConnected = isConnected();
    noteArrival();
    sendWaiting(!wasConnected);
    renderOutbox();
  } catch {
    showConnection("lost");
    forgetWriting();
  }
}

function fillInKeys(page) { // parts that are the same for every phone come without
  const key = newKey();
  for (const field of selectAll("input[name=key]", page)) {
    if (/^(-|$)/.test(field.value)) field.value = key + field.value;
  }
}

function forgetWriting() { // nobody knows any more who is writing; the next answer says it again
  document.getElementById("writing")?.replaceChildren();
  shownTag = sheetTag(shownTag);
}

// --- new parts for old ones ---

function showWriting(page) { // it is read aloud where only its text changes
  const line = document.getElementById("writing");
  const others = page.getElementById("writing")?.textContent || "";
  if (line) line.textContent = others;
  if (others) askForHolder();
}

function replaceLiveParts(page) {
  showWriting(page);
  for (const part of selectAll("[data-live]:not(#writing)", page)) {
    waitingParts.delete(part.id);
    const old = document.getElementById(part.id);
    if (old?.isEqualNode(part)) continue;
    if (old && isInUse(old, part)) {
      if (isOutOfDate(old, part)) waitingParts.set(part.id, part);
    } else if (old) replacePart(old, part);
    else if (part.id === "drawings") document.body.append(part); // nothing was drawn until now
  }
  tellWhatWaits();
  showWorth();
  rememberGroup();
  initForm(entryForm());
}

function showWaitingParts(isWanted) { // those that nobody uses any more; all if somebody wants them
  const { size } = waitingParts;
  for (const [id, part] of waitingParts) {
    const old = document.getElementById(id);
    if (old && !isWanted && isInUse(old, part)) continue;
    waitingParts.delete(id);
    if (old) replacePart(old, part);
  }
  if (waitingParts.size === size) return;
  tellWhatWaits();
  initForm(entryForm());
}

function tellWhatWaits() {
  const hasNews = waitingParts.size > 0;
  if (connectionLine()) showMessage(hasNews ? words.news : "");
  else if (hasNews) showNewsButton(() => showWaitingParts(true));
  else newsButton.remove();
}

function isOutOfDate(old, part) { // a form is as good as a new one as long as nothing was written
  const [before, after] = [old, part].map((each) => each.querySelector("[data-draft] [name=based_on]")?.value);
  return !before || before !== after;
}

function isInUse(old, part) {
  const form = entryForm();
  const focused = document.activeElement;
  if (form && old.contains(form)) {
    return isModified(form) || form.contains(focused) || form.querySelector("details[open]");
  }
  return old.contains(focused) && focused.matches("input, select, textarea") || isTypedIn(old)
    || selectAll("details[open]:not([id])", old).some((fold) => !counterpart(fold, old, part));
}

// The same element in the new part: by its id, or by its place where that tells.
function counterpart(item, old, part) {
  const signature = ({ tagName, id, name, value, href, parentElement }) => JSON.stringify(
    [tagName, id, name, value, href, parentElement?.closest("[id]")?.id]);
  const same = (root) => selectAll(item.tagName, root)
    .filter((each) => signature(each) === signature(item));
  const [before, after] = [same(old), same(part)];
  return before.length === after.length ? after[before.indexOf(item)] : undefined;
}

function replacePart(old, part) { // what is open stays open, what has the focus keeps it
  const focused = document.activeElement;
  const fresh = old.contains(focused) && counterpart(focused, old, part);
  for (const fold of selectAll("details[open], details:not([id])", old)) {
    const same = counterpart(fold, old, part);
    if (same) same.open = fold.open;
  }
  old.replaceWith(part);
  if (fresh) fresh.focus({ preventScroll: true });
}
