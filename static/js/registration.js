// Where the browser allows it, over https and on this machine itself, a service worker keeps the pages
// that this phone has seen (see service_worker.js). It comes last, when the page is there. In a frame stands
// the edition without a server, which has a service worker of its own.
// Uses: ROOT (root).

addEventListener("load", async () => {
  const { serviceWorker } = self === top ? navigator : {};
  try {
    await serviceWorker?.register(`${ROOT}service-worker.js`);
  } catch {
    return; // a browser may forbid it
  }
  const registration = await serviceWorker?.ready;
  // A page that was fetched while the worker was just coming has none, until the worker claims it.
  if (registration && !serviceWorker.controller) registration.active.postMessage("claim");
});
