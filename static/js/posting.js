// Forms of a sheet are sent without leaving the page: where the network fails, it stays as it is.
// Uses: selectAll (page), sheetId (sheet), storage (storage), REQUEST_TIMEOUT, fetchWithTimeout (connection),
// draftKey, formValues, isWaiting, answeredKey (drafts), isNewRound, keepForLater, otherItems, sendWaiting, settle
// (outbox), describedForm (outbox_list), element (element), say (live_region).

const TOO_MANY = 429; // requests: the answer says when the next one is welcome
const NO_SUCH_LINK = [403, 404];
const isOurs = ({ headers }) => headers.has("Content-Language"); // a page of ours, and not of what stands between

let isPosting = false;
let isLeftToBrowser = false;
let failures = 0; // one after the other: on a slow network the next answer gets more time
let notBefore = 0; // by performance.now(): until then the server wants no further form

const timeToWait = ({ headers }) => 1000 * headers.get("Retry-After") || 0; // milliseconds

// What the server says to a form: where to go on and what it has saved, or the status of its refusal;
// null where it did not answer in time.
async function postForm(address, body) {
  failures = Math.min(failures + 1, 4);
  try {
    const answer = await fetchWithTimeout(address,
      { method: "POST", body, headers: { Accept: "application/json" } }, REQUEST_TIMEOUT << failures - 1);
    if (answer.status === TOO_MANY) notBefore = performance.now() + timeToWait(answer);
    if (answer.status === TOO_MANY || answer.status > 500) return null; // busy: it may work in a moment
    const said = isOurs(answer) ? { status: answer.status } : await answer.json();
    failures = 0;
    return said;
  } catch {
    return null;
  }
}

async function submitForm(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter.name) body.append(submitter.name, submitter.value);
  const isRound = isNewRound(form) && body.get("do") === "save" && describedForm(form);
  if (isRound && !isWaiting(form) && otherItems(form).length) { // behind those that wait
    if (keepForLater(form)) sendWaiting(true);
    else showNotSent(submitter);
    return;
  }
  const values = String(formValues(form));
  say(""); // or the same words are not read aloud again
  isPosting = true;
  form.ariaBusy = "true";
  const said = await postForm(form.action, body);
  isPosting = false;
  form.ariaBusy = null;
  if (said?.address) noteSaved(form, body, said);
  if (said?.address && String(formValues(form)) === values) goOn(said.address);
  else if (isRound && (!said || NO_SUCH_LINK.includes(said.status)) && keepForLater(form)) sendWaiting();
  else if (said) leaveToBrowser(submitter); // refused, or typed on while it was saved
  else showNotSent(submitter);
}

function noteSaved(form, body, { saved }) {
  if (answeredKey && saved) settle(answeredKey, saved); // as the correction, or the further deal, it was asked about
  if (form.key && isWaiting(form)) settle(form.key.value, saved, body.get("seen"));
  else if (body.get("do") === "discard") storage.remove(draftKey(form));
}

function goOn(address) {
  isPosting = true; // until the page is gone; the next one may not come
  setTimeout(() => { isPosting = false; }, REQUEST_TIMEOUT);
  location.assign(address);
}

function leaveToBrowser(submitter) { // a page that asks or refuses; the key lets it count once
  if (!submitter.isConnected) location.reload(); // its part was replaced meanwhile
  for (const part of selectAll("[data-off]")) part.disabled = false; // what was typed there comes back
  isLeftToBrowser = true;
  submitter.click();
}

function showNotSent(button) { // where the thumb is
  document.getElementById("not-sent")?.remove();
  button.before(element("p", { id: "not-sent", className: "notice", textContent: words.try_again }));
  say(words.try_again);
}

document.addEventListener("submit", (event) => { // an older browser does not say by which button: it sends it itself
  const { target: form, submitter } = event;
  if (event.defaultPrevented || isLeftToBrowser || !sheetId || !submitter || form.method !== "post") return;
  event.preventDefault();
  if (!isPosting) submitForm(form, submitter);
});

addEventListener("pageshow", () => { // by the back button
  isPosting = false;
  isLeftToBrowser = false;
});
