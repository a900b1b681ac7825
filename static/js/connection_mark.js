// The mark in the bar at the top of a page that says whether it is up to date. It goes by what has arrived
// from the server, never by what the phone believes of its network. The edition without a server, which has its
// pages in a frame, has none.
// Uses: filled (page).

const SILENCE_AT_MOST = 30000; // milliseconds: whoever is connected hears something in less

const connectionMark = document.createElement("p");
const keptAt = Number(document.body.dataset.keptAt); // NaN unless the page is a copy that this phone has kept
// "seen": silent for a while, "lost": not reachable, "gone": no such page
let connectionState = keptAt ? "lost" : "live";
let arrivedAt = keptAt || Date.now();

const isConnected = () => ["live", "seen"].includes(connectionState);

const clockTime = (moment) => new Date(moment).toLocaleString(document.documentElement.lang, {
  timeStyle: "short", hourCycle: "h23", // with the day from half a day on
  dateStyle: Date.now() - moment > 4.32e7 ? "short" : undefined,
});

function showConnection(state) {
  const time = clockTime(arrivedAt);
  const text = filled(words[state] || "", { time }); // words.live, words.seen, words.lost, words.gone
  connectionState = state;
  connectionMark.className = `live ${state}`;
  if (connectionMark.textContent !== text) connectionMark.textContent = text; // it is read out
}

function noteArrival() {
  arrivedAt = Date.now();
  showConnection("live");
}

function noticeSilence() {
  if (connectionState === "live" && Date.now() - arrivedAt > SILENCE_AT_MOST) showConnection("seen");
}

function addConnectionMark() {
  connectionMark.setAttribute("aria-live", "polite");
  if (self === top) document.querySelector(".bar").append(connectionMark);
  if (keptAt) showConnection("lost");
}
