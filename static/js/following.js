// Every phone shows the same sheet, and says so when it does not.
// Uses: selectAll (page), connectionLine, fetchWithTimeout, showMessage (connection), entryForm
// (forms), initForm, isModified (drafts).

const POLL_INTERVAL = 3000; // milliseconds

let shownTag = document.body.dataset.tag;
let lastAnswer = new Date();
let isPolling = false;

const plainTag = (tag) => (tag || "").replace(/^W\/|"/g, ""); // an ETag without its quotes

function replaceLiveParts(page) { // returns whether the form stayed because somebody is at it
  const form = entryForm();
  const isInUse = form && (isModified(form) || form.contains(document.activeElement)
    || selectAll("details", form).some((fold) => fold.open));
  const open = selectAll("details[id][open]").map((each) => each.id);
  let isFormKept = false;
  for (const part of selectAll("[data-live]", page)) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    if (part.id === "entry" && isInUse) isFormKept = true;
    else old.replaceWith(part);
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  initForm(entryForm());
  return isFormKept;
}

function showConnectionLost() {
  const line = connectionLine();
  if (!line) return;
  const time = lastAnswer.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  line.dataset.lostNow = "1";
  showMessage(line.dataset.lost.replace("{time}", time));
}

async function poll() {
  const address = document.body.dataset.follow;
  if (!address || document.hidden || isPolling) return;
  isPolling = true;
  const line = connectionLine();
  try {
    const answer = await fetchWithTimeout(address + location.search, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    const tag = plainTag(answer.headers.get("ETag"));
    const isNew = tag !== shownTag;
    lastAnswer = new Date();
    const isFormKept = isNew
      && replaceLiveParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (isFormKept) showMessage(line.dataset.news);
    else if (isNew || line.dataset.lostNow) showMessage("");
    delete line.dataset.lostNow;
    shownTag = tag;
  } catch {
    showConnectionLost();
  } finally {
    isPolling = false;
  }
}

function startFollowing() {
  if (!document.body.dataset.follow) return;
  setInterval(poll, POLL_INTERVAL);
  document.addEventListener("visibilitychange", poll);
  addEventListener("pageshow", (event) => { if (event.persisted) poll(); });
  addEventListener("online", poll);
  addEventListener("offline", showConnectionLost);
  poll();
}
