"""What every form that writes carries, so that it counts once and on the right revision."""

import secrets
from typing import NamedTuple


class FormToken(NamedTuple):
    """The *key* of a form, the revision it is *based_on*, and who says to send it.

    The revision is that of the sheet or group that the form changes.
    """

    key: str
    based_on: int
    author: str | None = None

    def of_form(self, name: str | int) -> "FormToken":
        """The token of one of the forms of a page, by its *name*: its key begins with this one."""
        return self._replace(key=f"{self.key}-{name}")


def new_key() -> str:
    """A key that nobody has used: 128 random bits."""
    return secrets.token_hex(16)
