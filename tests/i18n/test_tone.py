"""What a machine can hear of the tone: words that no card table says, and lengths for a phone."""

import re
from collections.abc import Iterator

import pytest

from scorekeeper.core.codec import record_of
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.web.house_rules.pages import switches
from tests.i18n.test_catalogues import entries, text_of

NEVER = {
    "de": (
        r"[a-zäöüß,] Sie\b",  # as address: du and ihr
        r"\bIhnen\b",
        r"\bgemeint\b",
        r"\bwirklich",
        r"\bTipp\b",  # Tippe
        r"gibt es nicht\.$",  # and nothing about what there is
        r"\bAs\b",  # Ass
        r"\bHerzen\b",
        r"\bAbschrift",
        r"\bgefallen\b",
        r"\bMacher\b",  # wer Trumpf ansagt
        r"[:.] (Kopiert|Korrigiert|Lasst|Nehmt|Schickt|Seht|Setzt|Speichert|Wählt)\b",  # du
    ),
    "en": (
        r"\b[Tt]ouch",  # tap
        r"\bis meant\b",
        r"\bcannot be[.:;,]",
        r"\b[Tt]here cannot be\b",
        r"\bcan be\.",
        r"\bis there twice\b",
        r"\ball the same\b",
        r"\b[Tt]ake back\b",
        r"\bstands? here\b",
        r"\b([Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]er)\b",  # they
        r"\bcounter-?clockwise\b",
        r"\banti-clockwise\b",
        r"\bdefense\b",
    ),
    "fr": (
        r"'",  # ’
        r"\b([Tt]u|[Tt]oi|[Tt]on|[Tt]es)\b",  # vous
        r"\b[Tt]’",
        r"\b[Cc]li(c|que)",  # toucher
        r"\b[Tt]apez",
        r"\b[Ss]mart",
        r"\b([Ee]-?)?mails?\b",
        r"\b[Ss]auvegarde[rz]",  # enregistrer
        r"\b[Dd]igital",
        r"·[a-z]",  # recast instead
        r"\(e\)",
        r"\b(de|que|d’|qu’) ?\{(seats?|name|names|players?|pair|partner|taker|payer|payee)\}",
        r"\b[Ll]evées?\b",  # plis
        r"\b[Oo]udlers?\b",  # bouts
        r" …$",  # without a space
    ),
    "nl": (
        r"\b[Uu](w|zelf)?\b",  # as address: je and jullie
        r"\b[Gg]elieve\b",
        r"\b([Hh]ij|[Zz]ij|[Zz]ijn)( of |/)(zij|hij|haar)\b",  # wie, the name
        r"\bmeest\b",  # meistens, die meisten: meestal, de meeste
        r"\bgemeend\b",
        r"\bwerkelijk",
        r"\b([Gg]eef in|[Ii]ngeven|[Ii]ngegeven)\b",  # eingeben: vul in
        r"\b[Vv]ergeven\b",  # vergeben: verkeerd geven
        r"\b([Kk]lik|[Aa]anra(ken|akt)\b)",  # tik
        r"\b[Dd]oor(halen|gehaald)\b",  # doorstrepen
        r"\b[Kk]oning",  # heer
        r"\b[Dd]ames?\b",  # vrouw
        r"\b[Pp]rint(en)?\b",  # afdrukken
        r"\b[Kk]aartlag",
        r"bestaat niet\.$",  # and nothing about what there is
        r"[„‘]",  # “ ”
        r"[a-zé] :",
    ),
}  # fmt: skip
BOTH = (r"\.\.\.", r"  ", r" $", r"^ ")
HALF_WIDTH = 17  # characters on a button that shares its line with another
HALF = (
    "nav.rules", "nav.history", "nav.share", "nav.seats", "nav.house", "nav.print",
    "nav.file", "nav.spreadsheet", "sheet.put_away", "sheet.restore", "entry.save",
    "entry.sum", "import.heading", "group.away",
)  # fmt: skip
SELECT, LABEL = 36, 90  # characters at 360 px, "(usual)" included; a label may have two lines


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence with its key."""
    for entry in entries(text_of(language)):
        yield from ((entry.key, text) for _, text in entry.texts)


@pytest.mark.parametrize("language", languages())
def test_nothing_is_said_that_no_table_says(language: str) -> None:
    never = re.compile("|".join((*NEVER.get(language, ()), *BOTH)))
    assert [(key, text) for key, text in said(language) if never.search(text)] == []


@pytest.mark.parametrize(("language", "text"), [
    ("de", "Bitte geben Sie etwas ein."), ("de", "Hier ist eine Zahl gemeint."),
    ("de", "Tipp noch einmal."), ("en", "Touch it."), ("en", "1 and 161 cannot be."),
    ("en", "what stands here"), ("en", "for his side"), ("fr", "Touche ton nom."),
    ("fr", "Tu as passé."), ("fr", "Cliquez ici."), ("fr", "l'atout"), ("fr", "un·e joueur·euse"),
    ("fr", "le contrat de {taker}"), ("fr", "Sauvegardez la feuille."),
    ("nl", "Geef hier uw naam in."), ("nl", "Wilt u stoppen?"), ("nl", "Hij of zij geeft."),
    ("nl", "Klik op de koning."), ("nl", "Vergeven: 10 punten"), ("nl", "Zo is het niet gemeend."),
    ("de", "Als Macher gemacht"), ("nl", "Sturen, printen, bewaren"),
    ("de", "Noch nichts da: Wählt jemanden."), ("nl", "Tik op ‘Bestand’."), ("fr", "Un moment …"),
])  # fmt: skip
def test_such_words_are_noticed(language: str, text: str) -> None:
    assert re.search("|".join(NEVER[language]), text)


@pytest.mark.parametrize("language", languages())
def test_a_refusal_has_one_colon_a_sentence_at_most(language: str) -> None:
    refusals = [(key, text) for key, text in said(language) if ".problem." in f".{key}"]
    assert len(refusals) > 100
    sentences = [(key, each) for key, text in refusals for each in re.split(r"[.?!] ", text)]
    assert [pair for pair in sentences if pair[1].count(": ") > 1 and '"' not in pair[1]] == []


@pytest.mark.parametrize("language", languages())
def test_a_button_of_half_width_has_words_that_fit(language: str) -> None:
    found = dict(said(language))
    assert {key: found[key] for key in HALF if len(found[key]) > HALF_WIDTH} == {}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", languages())
def test_house_rules_fit_on_a_phone(language: str, slug: str) -> None:
    game, speak = GAMES[slug], messages_in(language)
    rules = switches(game, record_of(game.house).write(game.house()), speak)
    assert [rule.label for rule in rules if len(rule.label) > LABEL] == []
    values = [option.label for rule in rules for option in rule.options]
    assert [value for value in values if len(value) > SELECT] == []
