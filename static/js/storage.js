// What this phone remembers, as JSON. A phone may forbid storage or have none left: then nothing is
// remembered, and nothing else depends on it.

function attempt(action) { // undefined where storage is full or forbidden
  try { return action(); } catch { return undefined; }
}

const storage = {
  read: (key) => attempt(() => JSON.parse(localStorage.getItem(key))),
  write: (key, value) => attempt(() => localStorage.setItem(key, JSON.stringify(value))),
  remove: (key) => attempt(() => localStorage.removeItem(key)),
  keys: (prefix) => attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) || [],
};
