// Requests with a time limit, and the line of a page that says when something does not arrive.

const REQUEST_TIMEOUT = 4000; // milliseconds: a network may neither answer nor fail

function fetchWithTimeout(address, options, milliseconds = REQUEST_TIMEOUT) { // until the last byte
  const timeout = new AbortController();
  setTimeout(() => timeout.abort(), milliseconds);
  return fetch(address, { ...options, signal: timeout.signal });
}

// Some pages have no such line.
const connectionLine = () => document.getElementById("connection");

function showMessage(text) {
  const line = connectionLine();
  if (line && line.textContent !== text) line.textContent = text;
}
