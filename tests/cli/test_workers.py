"""Several processes of one server, on a database that carries messages between them."""

from pathlib import Path

from scorekeeper.services.journal.form_token import new_key
from tests.cli.phones import following, phone
from tests.cli.restarts import Restarting
from tests.conftest import migrate
from tests.postgresql.cluster import Cluster
from tests.server.listening import eventually

PHONES = 8  # so that hardly ever all of them are told by the same process


def test_who_is_writing_is_told_by_every_process_of_the_server(
    cluster: Cluster, tmp_path: Path
) -> None:
    name = f"workers_{new_key()}"
    url = cluster.create(name, cluster.template("migrated", migrate))
    server = Restarting(tmp_path, 2, SCOREKEEPER_DATABASE=url)
    try:
        with phone(server.port) as mine:
            sheet = mine.opened()
            form = {"round": "new", "based_on": "1"}
            mine.headers["Cookie"] = "phone=0123456789abcdef"
            with following(server.port, f"{sheet}events", PHONES) as others:

                def is_told() -> bool:
                    """Like every phone it says so again: a process may have begun to hear since."""
                    assert mine.post(f"{sheet}writing", form).status == 204
                    return all(each.writing == 1 for each in others)

                assert eventually(is_told)
                assert mine.post(f"{sheet}writing", {"done": "1"}).status == 204
                assert eventually(lambda: all(each.writing == 2 for each in others))
    finally:
        server.close()
        cluster.drop(name)
