// Something new on a page of which somebody is using the old: it comes with one touch.
// Uses: element (element), say (live_region).

const newsButton = element("button", { className: "news", textContent: words.newer });

function showNewsButton(action) {
  newsButton.onclick = action;
  if (!newsButton.isConnected) document.body.append(newsButton);
  say(words.newer);
}
