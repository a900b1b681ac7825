// Where the browser allows it, over https and on this machine itself, a service worker keeps the pages
// that this phone has seen (see service_worker.js). It comes last, when the page is there.
// Uses: ROOT (root).

addEventListener("load", () => {
  navigator.serviceWorker?.register(`${ROOT}service-worker.js`).catch(() => {}); // a browser may forbid it
});
