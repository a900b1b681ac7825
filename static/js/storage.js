// What this phone remembers, as JSON. A phone may forbid storage or have none left: then nothing is
// remembered, and nothing else depends on it.

const storage = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden */ }
  },
  remove(key) {
    try { localStorage.removeItem(key); } catch { /* forbidden */ }
  },
  keys(prefix) {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  },
};
