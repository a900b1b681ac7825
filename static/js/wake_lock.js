// The screen stays on while a sheet is looked at, where the browser can do that: only behind https.
// Uses: sheetId (sheet), followed (page_refresh).

function keepScreenOn() { // a hidden page has given it back
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); // the battery may be low
}

function startWakeLock() {
  if (!sheetId || !followed) return;
  keepScreenOn();
  document.addEventListener("visibilitychange", keepScreenOn);
}
