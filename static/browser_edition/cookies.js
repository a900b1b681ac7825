// First in every page in the frame: cookies that no request carries. What a page or the program remembers as one
// stays in this browser's storage, and the host of the folder never sees it. Uses nothing of the program's script.

{
  const stored = `cookies ${new URL("..", document.currentScript.src).pathname}`;

  const read = () => JSON.parse(localStorage[stored] ?? "{}");

  function write(text) {
    const [pair, ...attributes] = text.split(/;\s*/);
    const [name, ...value] = pair.split("=");
    const known = read();
    known[name] = value.join("=");
    const isEnded = attributes.some((each) => /^max-age=(0|-\d+)$/i.test(each));
    if (isEnded) delete known[name];
    localStorage[stored] = JSON.stringify(known);
  }

  const all = () => Object.entries(read()).map((pair) => pair.join("=")).join("; ");

  Object.defineProperty(document, "cookie", { get: all, set: write, configurable: true });
}
