"""The tools of the tests that are unpacked beside the environment, on machines of every kind."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
NEEDED = (
    *("sh", "dirname", "grep", "cat", "cksum", "head", "mktemp", "rm", "mv", "mkdir", "chmod"),
    *("sed", "basename", "ln"),
)
LOCK = "requirements-dev.lock"
# Every module runs, so nothing is missing but the proxy, and the database where it is taken away.
PYTHON = f"""\
#!/bin/sh
[ "$1" = -m ] || exec {sys.executable} "$@"
[ "$2" != tests.postgresql.programs ] || [ -e .venv/installed ] ||
    [ -e .venv/postgresql/postgresql-15 ]
"""
APT_GET = """\
case $1 in
update) echo update >>{asked}; : >{updated} ;;
download)
    echo "$1" >>{asked}
    [ -e {updated} ] || exit 1
    shift 2
    for name in "$@"; do : >"${{name%%=*}}"_1.0_all.deb; done
    ;;
install)
    echo "$1 $2" >>{asked}
    [ -e {updated} ] || exit 1
    echo "NOTE: This is only a simulation!"
    for name in libllvm14 libpq5 perl postgresql-common libjson-perl postgresql-15 \\
        postgresql-client-15 postgresql
    do
        echo "Inst $name (1.0 Debian:12 [amd64])"
    done
    ;;
esac
"""
DPKG = """\
name=$(basename "$2" _1.0_all.deb)
[ "$name" != caddy ] || name=usr/bin/caddy
[ "$name" != chromium-headless-shell ] || name=usr/lib/chromium/$name
mkdir -p "$3/usr/bin" "$3/usr/lib/chromium" && : >"$3/$name" && chmod +x "$3/$name"
"""


class Machine:
    """A machine with an environment that is ready, and with the few commands it is given."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "card table"
        self.commands = folder / "commands"
        self.asked = folder / "asked"
        self.updated = folder / "updated"
        self.installed = self.checkout / ".venv" / "installed"
        for each in (self.checkout / "scripts", self.checkout / ".venv" / "bin", self.commands):
            each.mkdir(parents=True)
        for name in ("scripts/setup", "pyproject.toml", LOCK):
            shutil.copy(CHECKOUT / name, self.checkout / name)
        for name in NEEDED:
            found = shutil.which(name)
            assert found
            (self.commands / name).symlink_to(found)
        self.has("chromium", "")
        self.has("id", "echo 1000\n")
        self.installed.touch()
        python = self.checkout / ".venv" / "bin" / "python"
        python.write_text(PYTHON)
        python.chmod(0o755)
        checksums = self.run("cksum", "pyproject.toml", LOCK).stdout
        stamp = f"{self.checkout}\n{sys.version}\n{checksums}"
        (self.checkout / ".venv" / f"{LOCK}.stamp").write_text(stamp)

    def has(self, command: str, does: str) -> None:
        (self.commands / command).write_text(f"#!/bin/sh\n{does}")
        (self.commands / command).chmod(0o755)

    def has_apt(self) -> None:
        self.has("apt-get", APT_GET.format(asked=self.asked, updated=self.updated))
        self.has("dpkg", DPKG)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.checkout,
            env={"PATH": str(self.commands)},
            capture_output=True,
            text=True,
            check=False,
        )

    def set_up(self) -> subprocess.CompletedProcess[str]:
        return self.run("sh", "scripts/setup", "test")

    @property
    def asked_of_apt(self) -> list[str]:
        return self.asked.read_text().split()

    @property
    def has_proxy(self) -> bool:
        return self.unpacked("tools") == {"caddy"}

    def unpacked(self, folder: str) -> set[str]:
        return {p.name for p in (self.checkout / ".venv" / folder).rglob("*") if p.is_file()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def no_database(machine: Machine) -> Machine:
    """A machine that has everything else."""
    machine.has("caddy", "")
    machine.installed.unlink()
    return machine


def test_the_proxy_is_unpacked_once_without_an_administrator(machine: Machine) -> None:
    machine.has_apt()
    machine.updated.touch()
    first = machine.set_up()
    assert first.returncode == 0, first.stderr
    assert first.stdout == "Unpacking the proxy of the tests: caddy\n"
    again = machine.set_up()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert machine.asked_of_apt == ["download"]
    assert machine.has_proxy


def test_an_administrator_gets_the_list_of_packages_where_it_is_missing(machine: Machine) -> None:
    machine.has_apt()
    machine.has("id", "echo 0\n")
    assert machine.set_up().returncode == 0
    assert machine.asked_of_apt == ["download", "update", "download"]
    assert machine.has_proxy


def test_anybody_else_is_told_what_to_run_for_it(machine: Machine) -> None:
    machine.has_apt()
    told = machine.set_up()
    assert told.returncode == 1
    assert "    sudo apt-get update\n" in told.stderr
    assert machine.asked_of_apt == ["download"]
    machine.updated.touch()
    assert machine.set_up().returncode == 0
    assert machine.has_proxy


def test_a_machine_without_apt_is_told_what_to_install(machine: Machine) -> None:
    missing = machine.set_up()
    assert missing.returncode == 1
    assert missing.stderr == (
        "The tests need Caddy: please install it.\n(On macOS: brew install caddy)\n"
    )
    machine.has("caddy", "")
    assert machine.set_up().returncode == 0


def test_the_database_is_unpacked_once_without_an_administrator(no_database: Machine) -> None:
    no_database.has_apt()
    no_database.updated.touch()
    first = no_database.set_up()
    assert first.returncode == 0, first.stderr
    assert first.stdout == "Unpacking the database of the tests: postgresql\n"
    again = no_database.set_up()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert no_database.asked_of_apt == ["install", "-s", "download"]
    server = {"postgresql-15", "postgresql-client-15", "libpq5"}
    assert no_database.unpacked("postgresql") == server


def test_the_list_of_packages_is_fetched_or_asked_for_where_it_lacks_the_database(
    no_database: Machine,
) -> None:
    no_database.has_apt()
    told = no_database.set_up()
    assert told.returncode == 1
    assert "    sudo apt-get update\n" in told.stderr
    no_database.has("id", "echo 0\n")
    assert no_database.set_up().returncode == 0
    assert no_database.asked_of_apt == ["install", "-s"] * 2 + [
        "update",
        "install",
        "-s",
        "download",
    ]


def test_tests_without_a_database_fail_and_are_not_skipped(no_database: Machine) -> None:
    missing = no_database.set_up()
    assert missing.returncode == 1
    assert missing.stderr == (
        "The tests need PostgreSQL's server: please install it.\n"
        "(On macOS: brew install postgresql@16)\n"
    )


@pytest.fixture
def no_headless(machine: Machine) -> Machine:
    """A machine with everything else, and Chromium as Debian packages it."""
    machine.has("caddy", "")
    machine.has_apt()
    machine.updated.touch()
    machine.has("dpkg-query", "printf 150-1")
    return machine


def test_the_browser_without_windows_is_unpacked_once_in_the_version_of_the_other(
    no_headless: Machine,
) -> None:
    said = "Unpacking the browser without windows: chromium-headless-shell\n"
    for version in ("150-1", "151-1"):
        no_headless.has("dpkg-query", f"printf {version}")
        assert (no_headless.set_up().stdout, no_headless.set_up().stdout) == (said, "")
        assert no_headless.unpacked("headless") >= {"chromium-headless-shell", "version"}
    assert no_headless.asked_of_apt == ["download"] * 2


@pytest.mark.parametrize("is_listed", [False, True])
def test_where_it_cannot_be_had_or_does_not_start_the_whole_browser_does(
    no_headless: Machine, is_listed: bool
) -> None:
    if is_listed:
        no_headless.has("dpkg", f'{DPKG}echo "exit 1" >"$3/$name"\n')
    else:
        no_headless.updated.unlink()
    without = no_headless.set_up()
    assert (without.returncode, without.stderr) == (0, "")
    assert no_headless.unpacked("headless") == set()
