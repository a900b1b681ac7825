// The rounds that wait, where they can be seen, looked at and thrown away.
// Uses: filled, selectAll (page), clockTime (connection_mark), sheetAddress (sheet), connectionLine (connection),
// entryForm, keepFormInPlace (forms), isOption, isWaiting (drafts), isLinkDead, mayWrite, sentKey, settle,
// waitingItems (outbox), postForm, showNotSent (posting), element (element), say (live_region).

let shownOutbox = "[]";

// What was chosen and typed in a form, in its order, as far as it can be seen; "" where that is nothing.
const answersInForm = (form) => selectAll("input:not([type=hidden]), select", form)
  .filter((field) => !field.matches(":disabled") && (isOption(field) ? field.checked : field.value))
  .map((field) => labelText(field) && (isOption(field) ? labelText(field) : `${labelText(field)} ${field.value}`))
  .filter(Boolean).join(" · ");

function labelText(field) { // without what it explains
  const [label] = field.labels || [];
  if (!label?.innerText.trim()) return ""; // in a fold that is closed
  const copy = label.cloneNode(true);
  for (const part of selectAll("small, input", copy)) part.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

// In the words of the list of rounds, where the server has said them of just these answers.
function describedForm(form) {
  const isTold = form.querySelector("#sum")?.dataset.of === String(new URLSearchParams(new FormData(form)));
  return isTold && form.querySelector("#told")?.textContent || answersInForm(form);
}

function renderOutbox() {
  const form = entryForm();
  const isLookedAt = form && isWaiting(form); // then it is asked about on the page itself
  const items = isLookedAt || !(mayWrite || isLinkDead) ? [] : waitingItems();
  showCount(items.length);
  if (items.length && form) freeSeats(form);
  const state = JSON.stringify([items, isLinkDead, sentKey]);
  if (state === shownOutbox) return;
  shownOutbox = state;
  if (document.getElementById("outbox")) keepFormInPlace(() => replaceOutbox(items)); // while the next deal is typed
  else replaceOutbox(items);
}

function replaceOutbox(items) {
  document.getElementById("outbox")?.remove();
  showLastDeal(items.length);
  if (!items.length) return;
  const place = element("section", { id: "outbox", className: "notice" },
    element("h2", { textContent: words.outbox }),
    element("p", { textContent: outboxState(items[0]) }),
    element("ul", {}, ...items.map(listItem)));
  if (connectionLine()) connectionLine().after(place);
  else document.querySelector("main").prepend(place);
  say(outboxState(items[0]));
}

// words.outbox_already_saved, words.outbox_moved_on, words.outbox_changed, words.outbox_refused, words.outbox_link,
// words.outbox_waiting
const outboxState = ({ stopped }) => words[`outbox_${stopped || (isLinkDead ? "link" : "waiting")}`];

function showLastDeal(count) { // the one that the totals are of, where the page says whose turn it is
  document.getElementById("last-deal")?.remove();
  const status = document.getElementById("status");
  if (!count || !status) return;
  const number = document.querySelector("#rounds b.no")?.lastChild.textContent;
  status.before(element("p", {
    id: "last-deal", className: "status", textContent: number ? filled(words.last_deal, { number }) : words.no_deal_yet,
  }));
}

function showCount(count) { // beside the button that saves, where the thumb is
  document.getElementById("waiting")?.remove();
  if (!count) return;
  entryForm()?.querySelector(".bottom")?.prepend(element("a", {
    id: "waiting", href: "#outbox", textContent: filled(words.not_sent, { count }),
  }));
}

// The form was drawn for the first deal that waits: who deals a later one, or sits out, is for the server to say.
function freeSeats(form) {
  for (const input of selectAll("label.out input", form)) {
    const label = input.closest("label");
    label.classList.remove("out");
    label.querySelector("small")?.remove();
    input.disabled = false;
  }
  const dealer = form.querySelector("[name=dealer]")?.closest("details")?.querySelector("summary");
  if (dealer) dealer.textContent = words.other_dealer;
}

function listItem(item, place) {
  const time = clockTime(item.time);
  const discard = element("button", {
    type: "button", textContent: words.discard, disabled: item.key === sentKey,
  });
  discard.onclick = () => { // with a second touch
    if (discard.textContent === words.discard) discard.textContent = words.discard_sure;
    else {
      settle(item.key);
      renderOutbox();
    }
  };
  const acts = element("p", { className: "acts" }, discard);
  if (!place && item.stopped) {
    const look = element("button", { type: "button", className: "save", textContent: words.look });
    look.onclick = () => lookAt(item, look);
    acts.prepend(look, " ");
  }
  return element("li", {}, element("p", { textContent: filled(words.outbox_item, { time, deal: item.deal }) }), acts);
}

// The page of the form, filled in, with what others have entered: it saves nothing yet.
async function lookAt(item, button) {
  const fields = item.fields.filter(([name]) => name !== "do");
  const sent = [["key", item.key], ["based_on", item.basedOn], ...fields, ["do", "sum"]];
  const address = sheetAddress + item.path;
  if (!await postForm(address, new URLSearchParams(sent))) {
    showNotSent(button);
    return;
  }
  const form = element("form", { method: "post", action: address, hidden: true },
    ...sent.map(([name, value]) => element("input", { type: "hidden", name, value })));
  document.body.append(form);
  form.submit();
}
