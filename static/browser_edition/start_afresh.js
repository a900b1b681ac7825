// The way out of everything that is kept of the program itself: what the next visit needs is fetched anew. The
// sheets are not touched. It is a page of its own, which works where the program does not start.

const ROOT = new URL("..", document.currentScript.src).pathname;

async function startAfresh() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`scorekeeper ${ROOT} `)) await caches.delete(name);
  }
  const registration = await navigator.serviceWorker.getRegistration(ROOT);
  await registration?.unregister();
  location.replace(ROOT);
}

document.querySelector("button").addEventListener("click", startAfresh);
