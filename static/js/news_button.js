// Something new on a page of which somebody is using the old: it comes with one touch.
// Uses: say (spoken).

const newsButton = document.createElement("button");

function showNewsButton(action) {
  Object.assign(newsButton, { className: "news", textContent: words.newer, onclick: action });
  if (!newsButton.isConnected) document.body.append(newsButton);
  say(words.newer);
}
