"""What a screen reader says, by the tree that browsers give it: names, groups, what is new."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING, WAYS
from tests.browser.table import choice, fill_in, look, opened, points, save, write_down

SPOKEN = "body > p[aria-live=polite]"  # seen by nobody, read aloud whenever its text changes

LISTEN = """(selector) => {
  const line = document.querySelector(selector);
  window.heard = [];
  new MutationObserver(() => window.heard.push(line.textContent))
    .observe(line, { childList: true });
}"""


def heard(page: Page) -> list[str]:
    """What was read aloud since LISTEN, in its order."""
    return [str(each) for each in page.evaluate("window.heard")]


def test_the_board_and_the_form_tell_who_and_what(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, EVENING[:3]))
    expect(page.locator("#totals")).to_match_aria_snapshot("""
      - region "Punktestand":
        - heading "Anna & Clara" [level=2]
        - paragraph: "242"
        - heading "Bert & Dirk" [level=2]
        - paragraph: 334, in Führung
    """)
    expect(page.locator("#rounds")).to_match_aria_snapshot("""
      - heading "Bisherige Spiele" [level=2]
      - list:
        - listitem:
          - group: >-
              Spiel 3 , Anna & Clara 0 , danach 242 , Bert & Dirk 182 , danach 334
              Clara · Pik · 81 : 81 + 20 · nat
    """)
    fill_in(page, 1, "spades", 100)
    page.locator("[name=add][value='0:50']").click()
    expect(page.locator(SPOKEN)).to_have_text("Anna & Clara: 50")
    expect(page.locator("form[data-entry]")).to_match_aria_snapshot("""
      - form "Spiel 4":
        - heading "Spiel 4" [level=2]
        - group "Wer hat Trumpf angesagt?":
          - link "Was zählt hier?":
            - /url: /.*rules#trumps/
          - radio "Anna"
          - radio "Bert" [checked]
          - radio "Clara"
          - radio "Dirk"
        - group "Trumpf (freiwillig)":
          - radio "Kreuz"
          - radio "Pik" [checked]
          - radio "Herz"
          - radio "Karo"
        - group "Punkte mit letztem Stich (zusammen 162)":
          - textbox "Anna & Clara": "62"
          - textbox "Bert & Dirk": "100"
        - group "Roem":
          - group "Anna & Clara":
            - button "+20 drei, Stuk"
            - paragraph:
              - button "50 zurücknehmen"
          - group "Bert & Dirk":
            - button "+20 drei, Stuk"
        - group: Pit, aufgegeben, nicht bedient
        - status
        - group "Summe":
          - paragraph: "Bert · Pik · 62 + 50 : 100 · nat"
          - group: Rechnung ansehen
        - paragraph:
          - button "Spiel speichern"
    """)


def test_a_refusal_is_read_first_and_again_at_its_field(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    choice(page, "trump", "hearts").click()
    points(page, 0).fill("161")
    points(page, 1).fill("2")
    save(page).click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_focused()
    expect(alert).to_match_aria_snapshot("""
      - alert:
        - paragraph: /Noch nicht gespeichert. Alles Eingetragene steht noch da; .*/
        - list:
          - listitem:
            - link "Wer hat Trumpf angesagt? – Das fehlt noch.":
              - /url: "#problem-maker-missing"
    """)
    asked = page.get_by_role("group", name="Wer hat Trumpf angesagt?")
    expect(asked).to_have_accessible_description(re.compile("Das fehlt noch"))
    choice(page, "maker", 0).click()
    save(page).click()
    expect(alert).to_be_focused()
    expect(points(page, 0)).to_have_accessible_description(re.compile("162"))
    expect(points(page, 0)).to_have_attribute("aria-invalid", "true")


def test_a_round_that_comes_in_is_read_aloud_once(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server, EVENING[:1])
    page = phone()
    page.add_init_script("delete Element.prototype.checkVisibility")  # Safari has it from 17.4 on
    page.goto(sheet)
    page.evaluate(LISTEN, SPOKEN)
    write_down(server, sheet)
    first = (
        "Spiel 2 gespeichert: Anna & Clara 62, Bert & Dirk 100."
        " Punktestand: Anna & Clara 234, Bert & Dirk 160."
    )
    expect(page.locator(SPOKEN)).to_have_text(first)
    fill_in(page, 0, "hearts", 90)
    write_down(server, sheet, based_on=2)
    second = (
        "Spiel 3 gespeichert: Anna & Clara 62, Bert & Dirk 100."
        " Punktestand: Anna & Clara 296, Bert & Dirk 260."
    )
    expect(page.locator(SPOKEN)).to_have_text(second)
    assert heard(page) == [first, second]
    news = page.get_by_role("status").filter(has_text="Ein anderes Handy hat etwas eingetragen.")
    expect(news).to_have_count(1)
    save(page).click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    look(page)
    save(page).click()
    expect(page.locator(SPOKEN)).to_have_text(
        "Spiel 4 gespeichert: Anna & Clara 90, Bert & Dirk 72."
    )


CONFLICT = """
  - banner:
    - heading "Ein anderes Handy war schneller" [level=1]
  - main:
    - paragraph: /Deine Änderung ist noch nicht gespeichert. Sieh nach, .*/
    - heading "Inzwischen eingetragen" [level=2]
    - list:
      - listitem:
        - paragraph:
          - strong: Spiel 1
        - paragraph: "/Bert · Pik · 62.:.100/"
    - heading "Was nun?" [level=2]
    - button "Meine Änderung trotzdem speichern"
    - paragraph:
      - link "Alles lassen, wie es ist"
"""
CORRECTION = """
  - banner:
    - heading "Das würde sich ändern" [level=1]
  - main:
    - paragraph: /vorher:.*Anna · Herz · 102/
    - paragraph: /nachher:.*Anna · Herz · 80/
    - table "Punktestand, vorher und nachher":
      - rowgroup:
        - row "Anna & Clara 666 644"
        - row "Bert & Dirk 334 356"
    - button "Zurück zum Formular"
    - button "Spiel 1 speichern"
"""
SEATS = """
- main:
  - group "Namen":
    - combobox "Name 1": Bert
    - radio "gibt zuerst, Platz 1"
    - combobox "Name 2" [invalid]: Bert
    - radio "gibt zuerst, Platz 2"
    - paragraph: /Bert gibt es zweimal/
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("ask, another phone was faster", CONFLICT, id="conflict"),
        pytest.param("confirm a correction", CORRECTION, id="correction", marks=pytest.mark.soak),
        pytest.param("seats, refused", SEATS, id="seats", marks=pytest.mark.soak),
    ],
)
def test_other_pages_tell_what_they_are_about(
    phone: PhoneFactory, server: str, name: str, said: str
) -> None:
    page = phone()
    WAYS[name](page, server)
    expect(page.locator("body")).to_match_aria_snapshot(said)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("seats, refused", "Name 2"),
        pytest.param("title, refused", "Titel", marks=pytest.mark.soak),
        pytest.param("substitute, refused", "Wer kommt?", marks=pytest.mark.soak),
    ],
)
def test_a_field_that_is_wrong_has_the_focus(
    phone: PhoneFactory, server: str, name: str, label: str
) -> None:
    page = phone()
    WAYS[name](page, server)
    field = page.get_by_label(label, exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(r"\w"))
