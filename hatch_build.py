"""Building the wheel: the program itself finishes the files that a checkout makes when asked."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "scorekeeper"
EDITABLE = "editable"  # an installation that leads to the checkout


class FinishedFiles(BuildHookInterface[BuilderConfig]):
    """Puts compiled catalogues and minified, compressed bundles in the place of their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files in a folder of their own, and say where they belong in the wheel."""
        self._folder = TemporaryDirectory()
        if version == EDITABLE:
            return
        sys.path.insert(0, self.root)  # before another checkout that may be installed
        from scorekeeper.assets.wheel_files import finished_files  # noqa: PLC0415

        for name, content in finished_files():
            made = Path(self._folder.name) / name
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(content)
            build_data["force_include"][str(made)] = f"{PACKAGE}/{name.as_posix()}"
        for folder, place in (("templates", "templates"), ("docs/samples", "samples")):
            build_data["force_include"][str(Path(self.root) / folder)] = f"{PACKAGE}/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the folder away."""
        self._folder.cleanup()
