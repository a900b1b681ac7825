"use strict";
// What script adds to pages that work without it. Four parts: forms, drafts, following, tables.
document.documentElement.classList.add("script");

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const store = { // a phone may forbid storage; nothing depends on it
  get(name) { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* full */ } },
  drop(name) { try { localStorage.removeItem(name); } catch { /* forbidden */ } },
  names(start) { try { return Object.keys(localStorage).filter((name) => name.startsWith(start)); } catch { return []; } },
};

// --- forms: the other count completes itself, focus moves on, the sum shows while typing ---

const entryForm = () => document.querySelector("form[data-draft]");

const NUMBERS = "[data-total], [data-highest]"; // groups of counts that follow from each other
const numberIn = (input) => {
  const typed = input.value.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN;
};

function complete(input) {
  const group = input.closest(NUMBERS);
  input.classList.remove("completed");
  const others = all("input", group).filter((each) => each !== input);
  const open = others.filter((each) => !each.value || each.classList.contains("completed"));
  if (group.dataset.highest) {
    const behind = (numberIn(input) - input.dataset.base) * input.dataset.sign;
    const known = behind >= 0 && behind <= group.dataset.highest;
    if (!known) open.forEach((each) => fillUp(each, NaN)); // all show the same: the last one typed holds
    else for (const each of others) fillUp(each, Number(each.dataset.base) + each.dataset.sign * behind);
  } else if (open.length === 1) {
    const given = [input, ...others.filter((each) => each !== open[0])];
    const rest = group.dataset.total - given.reduce((sum, each) => sum + numberIn(each), 0);
    fillUp(open[0], rest >= 0 ? rest : NaN);
  }
}

function fillUp(input, value) {
  const point = input.closest(NUMBERS).dataset.point || ".";
  const known = !Number.isNaN(value);
  input.value = known ? String(value).replace(".", point).replace("-", "−") : "";
  input.classList.toggle("completed", known);
}

function showParts(form) { // of a form: what belongs to a choice is there while it is chosen
  for (const part of all("[data-when]", form)) {
    const fields = all(`[name="${part.dataset.when}"]`, form);
    const field = fields.find((each) => each.checked && !each.matches(":disabled"))
      || fields.find((each) => each.type !== "radio");
    const held = (field?.value || "").trim().replace(/^0+(?=\d)/, ""); // "": none yet
    const on = part.dataset.values.split(" ").includes(held);
    part.toggleAttribute("data-off", !on);
    part.disabled = !on; // what is not there is not sent
  }
}

function moveOn(radio) {
  const name = radio.dataset.then || radio.closest("fieldset").dataset.then;
  const pair = name && all(`[data-name="${name}"]`, radio.form).find((each) => !each.closest("[data-off], details:not([open])"));
  if (!pair || all("input", pair).some((each) => each.value)) return;
  const form = radio.form;
  const side = all("input[data-side]:checked", form).map((each) => each.dataset.side)[0];
  const field = pair.querySelector(`input[data-side="${side || 0}"]`) || pair.querySelector("input");
  field.focus();
}

function drawChips(group) {
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

function tally(button) {
  const group = button.closest("[data-tally]");
  const field = group.querySelector("input[type=hidden]");
  const numbers = drawChips(group);
  const [, what] = button.value.split(":");
  if (button.name === "add") numbers.push(what); else numbers.splice(Number(what), 1);
  field.value = numbers.join(" ");
  drawChips(group);
  changed(field.form);
}

let touching = Promise.resolve(true); // one after the other: each starts from what the last one left
let underWay = 0;

const filledIn = (part) => all("input:not([type=hidden])", part).map((each) => [each, each.checked, each.value]);
const twin = ({ name, type, value }, part) => (
  all(`[name="${CSS.escape(name)}"]`, part).find((each) => type === "text" || each.value === value));

function catchUp(fresh, sent) { // with what was touched while the answer was on its way
  for (const [each, checked, value] of sent) {
    const same = each.checked === checked && each.value === value ? null : twin(each, fresh);
    if (same) Object.assign(same, { checked: each.checked, value: each.value });
  }
}

function redraw({ id }, form, name = "add", value = "", values = null) { // a part that the server draws, touched or only filled in
  underWay += 1;
  touching = touching.then(async () => {
    const slip = [...new FormData(form)].filter(([each]) => KEPT_OUT.includes(each));
    const body = new URLSearchParams([...slip, ...(values || contents(form)), [name, value]]);
    const old = document.getElementById(id), sent = filledIn(old);
    const answer = await fetchPatiently(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(id);
    const folds = all("details", old).map((fold) => fold.open);
    all("details", fresh).forEach((fold, place) => { fold.open ||= folds[place]; });
    catchUp(fresh, sent);
    const focused = old.contains(document.activeElement) && document.activeElement;
    old.replaceWith(fresh);
    if (focused) {
      fresh.tabIndex = -1; // what was taken back is gone, and its neighbour must not go with it
      (focused.name !== "take" && twin(focused, fresh) || fresh).focus({ preventScroll: true });
    }
    fresh.querySelector(".problem")?.scrollIntoView({ block: "nearest" }); // perhaps far above the button
    const place = document.getElementById("connection");
    if (place?.textContent === place?.dataset.untouched) say("");
    changed(form);
    return true;
  }).catch(() => {
    say(document.getElementById("connection")?.dataset.untouched);
    return false;
  }).finally(() => { underWay -= 1; });
}

const redrawParts = (form, values) => all("[data-touched]", form).forEach((part) => redraw(part, form, "add", "", values));

let sumTimer, sumRequest;

function changed(form) {
  showParts(form);
  keepDraft(form);
  clearTimeout(sumTimer);
  sumTimer = setTimeout(() => showSum(form), 200);
}

async function showSum(form) {
  sumRequest?.abort();
  sumRequest = new AbortController();
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Fragment": "sum" },
      signal: sumRequest.signal,
    });
    const text = await answer.text();
    if (answer.ok && form.isConnected) form.querySelector("#sum").innerHTML = text;
  } catch { /* no network: the sum can wait */ }
}

// What is typed stays above the bar with the sum: it makes room at once, so that nothing moves when the sum comes.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("form[data-entry] input[inputmode]")) target.scrollIntoView({ block: "nearest" });
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-draft]");
  if (!form) return;
  if (!form.matches("[data-entry]")) { keepDraft(form); return; }
  if (event.target.closest(NUMBERS)) complete(event.target);
  changed(form);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-entry] input[type=radio]")) moveOn(event.target);
  if (event.target.name === "dealer") redrawParts(event.target.form); // who sits where may hang on it
});

let chosenBefore = null; // a second touch takes an optional choice back

document.addEventListener("pointerdown", (event) => {
  const radio = event.target.closest("[data-clears] label")?.querySelector("input");
  chosenBefore = radio?.checked ? radio : null;
});

document.addEventListener("click", (event) => {
  if (chosenBefore && event.target === chosenBefore) {
    chosenBefore.checked = false;
    changed(chosenBefore.form);
    if (chosenBefore.name === "dealer") redrawParts(chosenBefore.form);
    chosenBefore = null;
  }
  const button = event.target.closest("form[data-entry] [data-tally] button");
  if (button) {
    event.preventDefault();
    tally(button);
  }
  const touch = event.target.closest("form[data-entry] [data-touched] button[name]");
  if (touch) {
    event.preventDefault();
    redraw(touch.closest("[data-touched]"), touch.form, touch.name, touch.value);
  }
  if (event.target.matches("[data-copy]")) event.target.select();
});

// --- drafts: what was typed survives a reload, a locked screen, a lost network ---
// A draft is done with once the server has answered for its key: by the cookie of a saved round,
// or by a page that asks. One that was sent without an answer keeps its key, so that it counts once; so
// does one that the back button fetches back: saved again it is asked about, not counted again.

const KEPT_OUT = ["key", "based_on", "do"];
const edition = new URLSearchParams(location.search).get("edition") || "";
const draftName = (form) => `draft:${new URL(form.action).pathname}${edition && `?${edition}`}`;
const contents = (form) => [...form.elements] // what is switched off at the moment included
  .filter((each) => each.name && each.type !== "submit" && !KEPT_OUT.includes(each.name))
  .filter((each) => !["radio", "checkbox"].includes(each.type) || each.checked)
  .map((each) => [each.name, each.value]);
const pristine = new WeakMap();
const cameBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
const A_DOUBLE_TAP = 1000; // milliseconds: its second half may fall on a page nobody has looked at yet
let justSaved = false;
const touched = (form) => JSON.stringify(contents(form)) !== pristine.get(form);

const isKept = (form) => form.dataset.draft !== "off"; // one that travels with a batch is none

function keepDraft(form, sending = false) {
  if (!isKept(form)) return;
  const known = store.get(draftName(form));
  const sent = sending || Boolean(known?.sent && known.key === form.key.value);
  store.set(draftName(form), {
    key: form.key.value, basedOn: form.based_on?.value, values: contents(form), sent,
  });
}

function dropAnswered() {
  const saved = /(?:^|; )saved=([\w-]+)/.exec(document.cookie)?.[1];
  const asked = document.querySelector("[data-answered]")?.dataset.answered;
  for (const name of store.names("draft:")) {
    const draft = store.get(name);
    if (saved && draft?.key === saved && !draft.saved) {
      store.set(name, { ...draft, saved: true });
      justSaved = true;
    }
    if (asked && draft?.key === asked) store.drop(name);
  }
}

function fillIn(form, draft) {
  for (const box of all("input[type=radio], input[type=checkbox]", form)) {
    box.checked = draft.values.some(([name, value]) => name === box.name && value === box.value);
  }
  for (const [name, value] of draft.values) {
    for (const field of all(`[name="${CSS.escape(name)}"]`, form)) {
      if (!["radio", "checkbox"].includes(field.type) && field.tagName !== "BUTTON") field.value = value;
    }
  }
  all("[data-tally]", form).forEach(drawChips);
  redrawParts(form, draft.values); // it may have choices that this page has not
  showParts(form);
  for (const fold of all("details", form)) { // nothing filled in may hide
    fold.open ||= all("input, select", fold).some((field) => (
      ["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked
        : field.tagName === "SELECT" ? !field.selectedOptions[0]?.defaultSelected && field.selectedIndex > 0
          : field.value !== field.defaultValue));
  }
  if (draft.basedOn) form.based_on.value = draft.basedOn; // written on since? the server asks to look
  if (draft.sent) form.key.value = draft.key;
}

function mintKey(form) { // a page out of the browser's cache would bring the same key twice
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  form.key.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function welcome(form) {
  if (!form || pristine.has(form)) return;
  showParts(form);
  pristine.set(form, JSON.stringify(contents(form)));
  if (document.querySelector("main [role=alert]")) { keepDraft(form); return; }
  if (!isKept(form)) return;
  mintKey(form);
  const draft = store.get(draftName(form));
  if (!Array.isArray(draft?.values) || JSON.stringify(draft.values) === pristine.get(form)) return;
  if (draft.saved && !(cameBack && history.state?.sent === draft.key)) return;
  const late = !draft.saved && Number(draft.basedOn) < Number(form.based_on?.value);
  if (late && draft.sent) settle(form, draft); else bringBack(form, draft, late);
}

function bringBack(form, draft, late) {
  if (draft.sent && !fits(form, draft)) return; // the sheet has moved on to other questions
  fillIn(form, draft);
  if (form.matches("[data-entry]")) showSum(form);
  const words = document.getElementById("connection")?.dataset;
  if (late) say(draft.sent ? words?.unsure : words?.news);
}

const fits = (form, draft) => draft.values.every(([name, value]) => { // a touched part is drawn to fit
  const boxes = all(`[name="${CSS.escape(name)}"]`, form)
    .filter((each) => ["radio", "checkbox"].includes(each.type) && !each.closest("[data-touched]"));
  return !boxes.length || boxes.some((each) => each.value === value);
});

async function settle(form, draft) { // sent, no answer, and the sheet has moved on: was it by this?
  const place = document.getElementById("connection");
  try {
    const answer = await fetch(place.dataset.saved + draft.key, { cache: "no-store" });
    if ((await answer.json()).saved) {
      store.drop(draftName(form));
      say(place.dataset.arrived);
      return;
    }
  } catch { /* no network: it is told as it was */ }
  if (form.isConnected && !touched(form)) bringBack(form, draft, true);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-draft]")) return;
  if (underWay) { // a touch that has not arrived yet belongs to what is sent
    event.preventDefault();
    touching.then((arrived) => { if (arrived) (event.submitter || form.querySelector(".save")).click(); });
    return;
  }
  const unseen = justSaved || form.querySelector("[role=alert]");
  if (unseen && !touched(form) && performance.now() < A_DOUBLE_TAP) { event.preventDefault(); return; }
  keepDraft(form, true);
  history.replaceState({ sent: form.key.value }, "");
});

// --- following: every phone shows the same, and says so when it does not ---

const FOLLOW_EVERY = 3000;
const PATIENCE = 4000;
const plain = (tag) => (tag || "").replace(/^W\/|"/g, "");
let seen = document.body.dataset.tag, seenAt = new Date(), asking = false;

function fetchPatiently(address, options) { // a network may neither answer nor fail
  const patience = new AbortController();
  const limit = setTimeout(() => patience.abort(), PATIENCE);
  return fetch(address, { ...options, signal: patience.signal }).finally(() => clearTimeout(limit));
}

function say(text) {
  const place = document.getElementById("connection");
  if (place && place.textContent !== text) place.textContent = text;
}

function swap(fresh) {
  const form = entryForm();
  const mine = form && (touched(form) || form.contains(document.activeElement)
    || all("details", form).some((fold) => fold.open));
  const open = new Set(all("details[id][open]").map((each) => each.id));
  let kept = false;
  for (const part of all("[data-live]", fresh)) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    if (part.id === "entry" && mine) { kept = true; continue; }
    old.replaceWith(part);
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  welcome(entryForm());
  return kept;
}

function lost() {
  const place = document.getElementById("connection");
  if (!place) return;
  const time = seenAt.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  place.dataset.lostNow = "1";
  say(place.dataset.lost.replace("{time}", time));
}

async function follow() {
  const address = document.body.dataset.follow;
  if (!address || document.hidden || asking) return;
  asking = true;
  const place = document.getElementById("connection");
  try {
    const answer = await fetchPatiently(address + location.search, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    const tag = plain(answer.headers.get("ETag"));
    seenAt = new Date();
    let kept = false;
    if (tag !== seen) {
      const text = await answer.text();
      kept = swap(new DOMParser().parseFromString(text, "text/html"));
    }
    if (kept) say(place.dataset.news);
    else if (tag !== seen || place.dataset.lostNow) say("");
    delete place.dataset.lostNow;
    seen = tag;
  } catch {
    lost();
  } finally {
    asking = false;
  }
}

// --- tables: the start page knows the groups this phone has been with ---

function rememberTable() {
  const { group, people } = document.body.dataset;
  if (!group || !people) return;
  const tables = (store.get("tables") || []).filter((each) => each.group !== group);
  store.set("tables", [{ group, people }, ...tables].slice(0, 8));
}

function showTables() {
  const place = document.getElementById("tables");
  const tables = store.get("tables") || [];
  if (!place || !tables.length) return;
  const list = document.createElement("ul");
  list.className = "cards";
  for (const { group, people } of tables) {
    if (!/^\/g\/\w+\/$/.test(group)) continue;
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: group });
    link.append(Object.assign(document.createElement("strong"), { textContent: people }));
    const forget = Object.assign(document.createElement("button"), { textContent: "×" });
    forget.setAttribute("aria-label", place.dataset.forget.replace("{people}", people));
    forget.addEventListener("click", () => {
      store.set("tables", (store.get("tables") || []).filter((each) => each.group !== group));
      item.remove();
    });
    item.append(link, forget);
    list.append(item);
  }
  place.append(list);
  place.hidden = false;
}

dropAnswered();
welcome(entryForm());
rememberTable();
showTables();
if (document.body.dataset.follow) {
  setInterval(follow, FOLLOW_EVERY);
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("pageshow", (event) => { if (event.persisted) follow(); });
  window.addEventListener("online", follow);
  window.addEventListener("offline", lost);
  follow();
}
