"""How a command fails."""

FAILED, WRONG_USAGE = 1, 2


class CommandError(Exception):
    """A command that cannot be carried out: why, in English, and the exit status it ends with."""

    def __init__(self, text: str, status: int = FAILED) -> None:
        super().__init__(text)
        self.status = status
