// Counts that follow from each other. A group is either counts that add up to data-total, or fields
// that all show one number from 0 to data-highest, each as data-base + data-sign × number.
// Uses: selectAll (page).

const NUMBER_GROUP = "[data-total], [data-highest]";

const isOpen = (input) => !input.value || input.classList.contains("completed");

function parseNumber(input) { // NaN for what is empty or no number
  const text = input.value.trim().replace(",", ".").replace("−", "-");
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

function completeOthers(input) { // after something was typed in *input*
  input.classList.remove("completed");
  const group = input.closest(NUMBER_GROUP);
  const others = selectAll("input", group).filter((each) => each !== input);
  if (group.dataset.highest) completeLinked(group, input, others);
  else completeTotal(group, input, others);
}

function completeLinked(group, input, others) { // one number: the last one typed says it for all
  const number = (parseNumber(input) - input.dataset.base) * input.dataset.sign;
  const isPossible = number >= 0 && number <= group.dataset.highest;
  if (!isPossible) others.filter(isOpen).forEach((each) => setCompleted(each, NaN));
  else for (const each of others) setCompleted(each, Number(each.dataset.base) + each.dataset.sign * number);
}

function completeTotal(group, input, others) { // the one count left open is what the others lack
  const open = others.filter(isOpen);
  if (open.length !== 1) return;
  const given = [input, ...others.filter((each) => each !== open[0])];
  const rest = group.dataset.total - given.reduce((sum, each) => sum + parseNumber(each), 0);
  setCompleted(open[0], rest >= 0 ? rest : NaN);
}

function setCompleted(input, number) { // NaN: it cannot be worked out
  const point = input.closest(NUMBER_GROUP).dataset.point || ".";
  const isKnown = !Number.isNaN(number);
  input.value = isKnown ? String(number).replace(".", point).replace("-", "−") : "";
  input.classList.toggle("completed", isKnown);
}
