// What script adds to pages that work without it. The files of this folder are put together in the
// order that scorekeeper/assets/bundles.py lists and share one scope; each begins with the names
// it takes from the others. Nothing runs before start.js but what registers event listeners.

document.documentElement.classList.add("script"); // style sheets and pages ask whether script runs

self.words ||= {}; // the sentences that script shows, in the language of the page

const selectAll = (selector, root = document) => [...root.querySelectorAll(selector)];

const filled = (sentence, values) => sentence.replace(/{(\w+)}/g, (gap, name) => values[name]);
