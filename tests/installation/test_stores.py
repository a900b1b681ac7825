"""What stores of self-hosted programs are given fits the program it is about."""

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped, unused-ignore]

from scorekeeper import __version__

CHECKOUT = Path(__file__).resolve().parents[2]
STORES = CHECKOUT / "deploy" / "stores"
SCRIPTS = ("install", "remove", "upgrade", "backup", "restore")
PORT = 8000
PYTHON_OF_DEBIAN = {11: (3, 9), 12: (3, 11), 13: (3, 13)}  # whose numbers YunoHost's versions have


def read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((STORES / path).read_text(encoding="utf-8"))
    return found


def test_all_say_the_version_of_the_program() -> None:
    manifest = tomllib.loads((STORES / "yunohost" / "manifest.toml").read_text(encoding="utf-8"))
    assert manifest["version"] == f"{__version__}~ynh1"
    assert f"scorekeeper-{__version__}-" in manifest["resources"]["sources"]["main"]["url"]
    assert read("umbrel/umbrel-app.yml")["version"] == __version__
    assert read("casaos/docker-compose.yml")["x-casaos"]["version"] == __version__
    for store, service in (("umbrel", "web"), ("casaos", "scorekeeper")):
        image = read(f"{store}/docker-compose.yml")["services"][service]["image"]
        assert image.endswith(f":{__version__}")


def test_a_yunohost_that_takes_it_has_a_python_that_runs_it() -> None:
    manifest = tomllib.loads((STORES / "yunohost" / "manifest.toml").read_text(encoding="utf-8"))
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = manifest["integration"]["yunohost"].removeprefix(">= ")
    assert f"{oldest} or newer" in (STORES / "README.md").read_text(encoding="utf-8")
    needed = project["requires-python"].removeprefix(">=").split(".")
    assert PYTHON_OF_DEBIAN[int(oldest.split(".")[0])] >= tuple(map(int, needed))


def test_all_lead_to_the_port_and_the_folder_of_the_image() -> None:
    image = (CHECKOUT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    assert f"EXPOSE {PORT}" in image
    assert "/healthz" in image
    umbrel, casaos = (read(f"{store}/docker-compose.yml") for store in ("umbrel", "casaos"))
    assert umbrel["services"]["app_proxy"]["environment"]["APP_PORT"] == PORT
    (port,) = casaos["services"]["scorekeeper"]["ports"]
    assert (port["target"], port["published"]) == (PORT, casaos["x-casaos"]["port_map"])
    for service in (umbrel["services"]["web"], casaos["services"]["scorekeeper"]):
        assert service["environment"]["XDG_DATA_HOME"] == "/data"
        assert "/data" in str(service["volumes"])


def test_the_web_server_of_yunohost_does_what_is_asked_of_a_proxy() -> None:
    """docs/https.md, "What the configuration sees to"."""
    told = (STORES / "yunohost" / "conf" / "nginx.conf").read_text(encoding="utf-8")
    location = told[told.index("location __PATH__/ {") :]
    said = {line.split("#")[0].strip().removesuffix(";") for line in location.splitlines()}
    assert said >= {
        "access_log off",
        "error_log /dev/null crit",
        "client_max_body_size 21m",
        "proxy_buffering off",
        "proxy_set_header X-Forwarded-For $remote_addr",
        "proxy_set_header X-Forwarded-Host $host",
        'proxy_set_header X-Forwarded-Prefix ""',
        "proxy_set_header X-Forwarded-Proto $scheme",
    }


@pytest.mark.parametrize("name", [*SCRIPTS, "_common.sh"])
def test_every_script_can_be_read_by_its_shell(name: str) -> None:
    path = STORES / "yunohost" / "scripts" / name
    assert path.read_text(encoding="utf-8").startswith("#!/bin/bash\n")
    subprocess.run(("bash", "-n", path), check=True)


def test_the_icon_has_the_size_that_is_asked_for() -> None:
    icon = (STORES / "icon.svg").read_text(encoding="utf-8")
    assert 'width="256" height="256"' in icon
    for picture in read("umbrel/umbrel-app.yml")["gallery"]:
        assert (CHECKOUT / "docs" / "pictures" / "en" / picture).is_file()
