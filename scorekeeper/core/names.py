"""The names of people."""

from typing import Annotated

from scorekeeper.core.shapes import Text

NAME_LENGTH = 40

NAME = Text(NAME_LENGTH)
Name = Annotated[str, NAME]
