// Counts that follow from each other. A group is either counts that add up to data-total, or fields
// that all show one number from 0 to data-highest, each as data-base + data-sign × number.
// Uses: selectAll (page).
//
// A count remembers how it came to its value: data-typed, once somebody has typed in it in this form;
// data-completed, while its value was worked out here, with what to put back when it no longer can be.

const NUMBER_GROUP = "[data-total], [data-highest]";

const numberInputs = (root) => selectAll(`:is(${NUMBER_GROUP}) input`, root);
const isTyped = (input) => "typed" in input.dataset;
const isCompleted = (input) => "completed" in input.dataset;

function parseNumber(input) { // NaN for what is empty or no number, and for 1.200: is it 1200 or 1.2?
  const text = input.value.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(text) && !/^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? Number(text) : NaN;
}

function completeOthers(input) { // after something was typed in *input*
  input.dataset.typed = "";
  delete input.dataset.completed;
  const group = input.closest(NUMBER_GROUP);
  const others = selectAll("input", group).filter((each) => each !== input);
  if (group.dataset.highest) completeLinked(group, input, others);
  else completeTotal(group, input, others);
}

function completeLinked(group, input, others) { // one number: the last one typed says it for all
  if (group.dataset.typedIn) input.form.elements[group.dataset.typedIn].value = input.name;
  const number = (parseNumber(input) - input.dataset.base) * input.dataset.sign;
  const isPossible = number >= 0 && number <= group.dataset.highest;
  for (const each of others) {
    setCompleted(each, isPossible ? Number(each.dataset.base) + each.dataset.sign * number : NaN);
  }
}

function completeTotal(group, input, others) {
  const follower = findFollower(others);
  if (!follower) return;
  const rest = restFor(follower);
  setCompleted(follower, rest >= 0 ? rest : NaN);
}

function restFor(input) { // what the others of its group leave; NaN where they do not say it
  const group = input.closest("[data-total]");
  const others = group ? selectAll("input", group).filter((each) => each !== input) : [];
  return others.reduce((rest, each) => rest - parseNumber(each), group?.dataset.total ?? NaN);
}

// The one count left open; where none is, as in a correction, the one that nobody has typed in. Where
// there are several, or everything was typed, nothing is changed that somebody wanted.
function findFollower(counts) {
  const open = counts.filter((each) => !each.value || isCompleted(each));
  const candidates = open.length ? open : counts.filter((each) => !isTyped(each));
  return candidates.length === 1 ? candidates[0] : null;
}

function setCompleted(input, number) { // NaN: it cannot be worked out
  if (!Number.isNaN(number)) {
    const point = input.closest(NUMBER_GROUP).dataset.point || ".";
    input.dataset.completed ??= isTyped(input) ? "" : input.value;
    input.value = String(+number.toFixed(6)).replace(".", point).replace("-", "−");
  } else if (isCompleted(input)) {
    input.value = input.dataset.completed;
    delete input.dataset.completed;
  }
}

// --- what is remembered of the counts: in a draft, and in a part that the server draws anew ---

const numberMarks = (form) => Object.fromEntries(numberInputs(form)
  .map(({ name, dataset: { typed, completed } }) => [name, { typed, completed }]));

function setMarks(input, { typed, completed } = {}) {
  if (typed !== undefined) input.dataset.typed = typed;
  if (completed !== undefined) input.dataset.completed = completed;
}

function restoreNumberMarks(form, { values, marks }) { // of counts that still hold the draft's value
  const kept = new Map(values);
  for (const input of numberInputs(form)) {
    if (kept.get(input.name) === input.value) setMarks(input, marks?.[input.name]);
  }
}
