"""The files of the figures: they may be taken away, and no answer fails for it."""

import subprocess
import sys

CODE = """
import shutil, socket
from types import SimpleNamespace
from scorekeeper.monitoring.exporter import Exporter

files = Exporter(socket.socket())
from prometheus_client import CollectorRegistry, Counter

counter = Counter("told", "Told.", registry=CollectorRegistry())
counter.inc()
shutil.rmtree(files.folder)
counter.inc()
files.become(None, SimpleNamespace(files_number=3))
counter.inc()
print(*(path.name for path in files.folder.iterdir()))
files.stop()
"""


def test_a_worker_begins_anew_where_somebody_has_removed_the_folder() -> None:
    command = [sys.executable, "-c", CODE]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "counter_3.db\n"
