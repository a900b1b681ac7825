"""What the server loads before anybody has asked for anything: nothing that may never be needed."""

import json
import subprocess
import sys
from pathlib import Path

LATER = {  # migrations, the other database, printing, metrics: each with its first use
    "alembic",
    "mako",
    "psycopg",
    "weasyprint",
    "fontTools",
    "pypdf",
    "prometheus_client",
    "pythonjsonlogger",
}
STARTED = """
import json, multiprocessing, sys, threading
import scorekeeper.cli.serve
from scorekeeper.cli.startup import create_plain_app
create_plain_app(sys.argv[1])
print(json.dumps([sorted(sys.modules), threading.active_count(),
                  len(multiprocessing.active_children())]))
"""


def test_the_application_is_made_in_one_thread_of_what_every_server_needs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'new.sqlite'}"
    command = [sys.executable, "-c", STARTED, database]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    modules, threads, processes = json.loads(ran.stdout)
    assert {"scorekeeper.app", "flask", "gunicorn", "sqlalchemy"} <= set(modules)
    assert not [name for name in modules if name.startswith("scorekeeper.monitoring")]
    assert {name.partition(".")[0] for name in modules} & LATER == set()
    assert (threads, processes) == (1, 0)
