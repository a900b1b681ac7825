"""What a browser makes of the style sheet that is served."""

from scorekeeper import paths
from scorekeeper.assets.bundles import sources
from tests.browser.conftest import PhoneFactory

# As the browser reads them; it keeps the spaces of variables, and of nothing else.
RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(", ", ","));
}"""


def test_minifying_leaves_every_rule_as_it_was_written(phone: PhoneFactory) -> None:
    page = phone()
    for name in ("app.css", "more.css"):
        written = "\n".join(path.read_text() for path in sources(name, paths.folder("static")))
        served = page.evaluate("async (name) => (await fetch(`/static/${name}`)).text()", name)
        rules = page.evaluate(RULES, written)
        assert len(rules) > 30
        assert page.evaluate(RULES, served) == rules, name
