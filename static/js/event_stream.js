// A stream tells at once that there is something to fetch; where there is none, the page asks from
// time to time. A hidden page needs neither: a browser has only six connections to a host.
// Uses: pathOnHost (root), linkPath (sheet), followed, poll, showWaitingParts (page_refresh), SILENCE_AT_MOST,
// addConnectionMark, connectionState, isConnected, noteArrival, noticeSilence (connection_mark).

const POLL_INTERVAL = 3000; // milliseconds

let stream = null;
let openedAt = 0;
let heardAt = 0; // of this stream; 0: nothing
let toldRevision = "";

function openStream() {
  closeStream();
  openedAt = Date.now();
  if (!self.EventSource) return;
  stream = new EventSource(pathOnHost(`${linkPath}events`)); // of the sheet of the page, or of its group
  stream.addEventListener("message", (event) => hear(event, true));
  stream.addEventListener("writing", (event) => hear(event, true));
  stream.addEventListener("heartbeat", (event) => hear(event, event.data !== toldRevision));
  stream.addEventListener("error", () => { // it connects again by itself, unless it was refused
    heardAt = 0;
    poll();
  });
}

function closeStream() {
  stream?.close();
  heardAt = 0;
}

function hear({ data }, isNews) {
  heardAt = Date.now();
  toldRevision = data || toldRevision;
  if (isConnected()) noteArrival();
  if (isNews || !isConnected()) poll();
}

function keepUp() {
  if (document.hidden) return;
  noticeSilence();
  showWaitingParts(false);
  if (Date.now() - heardAt < SILENCE_AT_MOST && isConnected()) return;
  const isRefused = !isConnected() && stream?.readyState === 2; // by whatever stands before the server
  const isDue = Date.now() - Math.max(heardAt, openedAt) > (isRefused ? 0 : 60000); // in place of a silent one
  if (isDue && connectionState !== "gone") openStream();
  poll();
}

function followAgain() { // what was missed is fetched, whether a stream can be had or not
  if (document.hidden) {
    closeStream();
    return;
  }
  noticeSilence();
  openStream();
  poll();
}

function startFollowing() {
  if (!followed) return;
  addConnectionMark();
  if (!document.hidden) openStream();
  if (!stream) poll();
  setInterval(keepUp, POLL_INTERVAL);
  document.addEventListener("visibilitychange", followAgain);
  addEventListener("pagehide", closeStream);
  addEventListener("pageshow", (event) => { if (event.persisted) followAgain(); });
  addEventListener("online", followAgain);
  addEventListener("offline", poll); // only an answer that does not come shows that it is true
}
