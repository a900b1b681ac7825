"""Pages as the tests read them: elements found by CSS selectors, their text and attributes.

selectolax reads them as a browser without script does, in a fortieth of the time that a parser
written in Python takes.
"""

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNREAD = ("script", "style")


class Element:
    """An element of a page; two are equal where they are the same one."""

    def __init__(self, node: LexborNode) -> None:
        self._node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self._node.mem_id == other._node.mem_id

    def __hash__(self) -> int:
        return int(self._node.mem_id)

    def __repr__(self) -> str:
        return str(self._node.html)

    def __getitem__(self, attribute: str) -> str:
        return self._node.attributes[attribute] or ""

    def get(self, attribute: str, default: str | None = None) -> str | None:
        """The value of an attribute: "" where it has none, *default* where it is not there."""
        return self[attribute] if self.has(attribute) else default

    def has(self, attribute: str) -> bool:
        return attribute in self._node.attributes

    @property
    def name(self) -> str:
        """What kind of element it is: "p"."""
        return str(self._node.tag)

    @property
    def text(self) -> str:
        """All its text, without that of scripts and styles inside it."""
        if any(each.mem_id != self._node.mem_id for each in self._node.css(",".join(UNREAD))):
            return "".join(self._texts())
        return str(self._node.text())

    @property
    def texts(self) -> tuple[str, ...]:
        """Each piece of its text without the blanks around it, and none of blanks alone."""
        return tuple(text for each in self._texts() if (text := each.strip()))

    @property
    def parent(self) -> "Element | None":
        return _element(self._node.parent)

    def select(self, selector: str) -> list["Element"]:
        """The elements in it that the selector finds, in their order; a page is in itself."""
        own = 0 if self.name == "html" else self._node.mem_id
        return [Element(each) for each in self._node.css(selector) if each.mem_id != own]

    def select_one(self, selector: str) -> "Element | None":
        """The first one that the selector finds."""
        return next(iter(self.select(selector)), None)

    def one(self, selector: str) -> "Element":
        """The first one that the selector finds; there must be one."""
        found = self.select_one(selector)
        assert found is not None, selector
        return found

    def closest(self, selector: str) -> "Element | None":
        """The nearest one around it that the selector finds."""
        found = {each.mem_id for each in self._node.parser.css(selector)}
        around = self._node.parent
        while around is not None and around.mem_id not in found:
            around = around.parent
        return _element(around)

    def remove(self) -> None:
        """Take it out of the page."""
        self._node.decompose()

    def _texts(self) -> Iterator[str]:
        for each in self._node.traverse(include_text=True):
            if each.is_text_node and (each.parent is None or each.parent.tag not in UNREAD):
                yield each.text_content or ""


def _element(node: LexborNode | None) -> Element | None:
    return None if node is None or not node.is_element_node else Element(node)


def page_of(html: str) -> Element:
    """The html element of a page."""
    root = LexborHTMLParser(html).root
    assert root is not None
    return Element(root)
