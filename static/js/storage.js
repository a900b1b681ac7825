// What this phone remembers, as JSON. A phone may forbid storage or have none left: then nothing is
// remembered, and nothing else depends on it.
// Uses: STORED_FOR (root).

function attempt(action) { // undefined where storage is full or forbidden
  try { return action(); } catch { return undefined; }
}

const storage = {
  read: (key) => attempt(() => JSON.parse(localStorage.getItem(STORED_FOR + key))),
  // True once it is stored.
  write: (key, value) => attempt(() => !localStorage.setItem(STORED_FOR + key, JSON.stringify(value))),
  remove: (key) => attempt(() => localStorage.removeItem(STORED_FOR + key)),
  keys: (beginning) => attempt(() => Object.keys(localStorage)
    .filter((key) => key.startsWith(STORED_FOR + beginning)).map((key) => key.slice(STORED_FOR.length))) || [],
};
