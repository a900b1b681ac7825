"""Numbers stay in one piece, however wide the letters of a phone are."""

from playwright.sync_api import Page

# Letters as wide as people set them, or as some systems have them; the last one far wider.
WIDE_LETTERS = {
    "bold": "* { font-weight: 700 !important; }",
    "wide": "* { font-size-adjust: .63 !important; }",
    "spaced": "* { letter-spacing: .12em !important; }",
    "large and spaced": ":root { font-size: 120%; } * { letter-spacing: .1em !important; }",
    "far apart": "* { letter-spacing: .3em !important; }",
}

# With sign and decimals; folded parts are unfolded first, for they have numbers too.
BROKEN = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (parent.closest(".sr, option, script, svg") || !parent.checkVisibility()) continue;
    for (const match of text.data.matchAll(/[+−-]?\\d+(?:[.,]\\d+)*½?/g)) {
      const number = document.createRange();
      number.setStart(text, match.index);
      number.setEnd(text, match.index + match[0].length);
      const parts = [...number.getClientRects()].filter((part) => part.width);
      const lines = new Set(parts.map((part) => Math.round(part.top)));
      if (lines.size > 1) found.push(`${match[0]} in ${parent.outerHTML.slice(0, 90)}`);
    }
  }
  return found;
}"""


IN_ALL_LETTERS = f"""(letters) => {{
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const found = Object.entries(letters).flatMap(([name, style]) => {{
    sheet.replaceSync(style);
    return ({BROKEN})().map((number) => `${{name}}: ${{number}}`);
  }});
  document.adoptedStyleSheets = [];
  return found;
}}"""


def broken_numbers(page: Page) -> list[str]:
    """The numbers of a page that stand on two lines, in its own letters and in wide ones."""
    found: list[str] = page.evaluate(IN_ALL_LETTERS, {"as it is": ""} | WIDE_LETTERS)
    return found
