// Forms of a sheet are sent without leaving the page: where the network fails, it stays as it is.
// Uses: sheetId (sheet), storage (storage), REQUEST_TIMEOUT, fetchWithTimeout (connection), draftKey, formValues,
// isWaiting, answeredKey (drafts), isNewRound, keepForLater, otherItems, sendWaiting, settle (outbox), describedForm
// (outbox_list), element (element), say (live_region).

const TOO_MANY = 429; // requests: the answer says when the next one is welcome
const NOT_REACHED = [TOO_MANY, 502, 503, 504]; // a proxy, or a database that is busy: it may work in a moment
const NO_SUCH_LINK = [403, 404];

let isPosting = false;
let isLeftToBrowser = false;
let notBefore = 0; // by performance.now(): until then the server wants no further form

const timeToWait = ({ headers }) => 1000 * (Number(headers.get("Retry-After")) || 0); // milliseconds

// What the server says to a form: where to go on and what it has saved, or the status of its refusal;
// null where it did not answer in time.
async function postForm(address, body) {
  const headers = { Accept: "application/json" };
  try {
    const answer = await fetchWithTimeout(address, { method: "POST", body, headers });
    if (answer.status === TOO_MANY) notBefore = performance.now() + timeToWait(answer);
    if (NOT_REACHED.includes(answer.status)) return null;
    const isTold = answer.headers.get("Content-Type")?.startsWith(headers.Accept);
    return isTold ? await answer.json() : { status: answer.status };
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
