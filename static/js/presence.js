// The other phones of a sheet see that somebody is writing with this one.
// Uses: ROOT (root), sheetAddress (sheet), isModified, newKey (drafts).

const RENEWAL = 8000; // milliseconds; the server forgets within 20 seconds

const hasPhoneCookie = () => document.cookie.includes("phone=");

let toldAt = 0; // when the server was last told; 0: it does not think that somebody writes

// The cookie tells this phone from the others, until the browser is closed; where it is forbidden nothing is told.
function tellWriting(values) {
  if (!hasPhoneCookie()) document.cookie = `phone=${newKey().slice(16)}; path=${ROOT}; SameSite=Lax`;
  if (hasPhoneCookie()) navigator.sendBeacon(`${sheetAddress}writing`, new URLSearchParams(values));
}

function somebodyWrites({ target }) {
  const form = target.closest("form[data-entry]");
  if (!form) return;
  if (!isModified(form)) nobodyWrites(); // what was typed is gone again
  else if (Date.now() - toldAt > RENEWAL) {
    toldAt = Date.now();
    const round = /\/rounds\/(\w+)/.exec(form.action)?.[1];
    tellWriting({ round, based_on: form.based_on?.value });
  }
}

function nobodyWrites() {
  if (!toldAt) return;
  toldAt = 0;
  tellWriting({ done: 1 });
}

document.addEventListener("input", somebodyWrites);
document.addEventListener("submit", nobodyWrites);
document.addEventListener("visibilitychange", () => { if (document.hidden) nobodyWrites(); });
addEventListener("pagehide", nobodyWrites);
