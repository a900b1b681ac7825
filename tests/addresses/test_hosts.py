"""Which texts name a machine, and which of them the same one."""

import pytest

from scorekeeper.addresses.hosts import Host, host_of, origin_of
from scorekeeper.addresses.urls import is_everywhere, is_loopback, url


@pytest.mark.parametrize(
    "port", [":0", ":00", ":080", ":", ":-1", ":65536", ":99999", ":8000:8000", ":8 ", ":٣"]
)
@pytest.mark.parametrize("host", ["cards.example", "[::1]", "192.168.0.7"])
def test_a_port_that_is_none_makes_no_host(host: str, port: str) -> None:
    assert host_of(host, "http") is not None
    assert host_of(host + port, "http") is None


@pytest.mark.parametrize(
    "host",
    [
        "",
        ".",
        ":8000",
        "anna@cards.example",
        "cards.example, elsewhere.example",
        "cards.example/",
        "cards.example\n",
        "[]",
        "[:]",
        "[:::::]",
        "[1:2:3]",
        "[192.168.0.7]",
        "[fe80::1%eth0]",
        "::1",
        "192.168.0.256",
        "192.168.0",
        "7",
    ],
)
def test_what_names_no_machine_is_no_host(host: str) -> None:
    assert host_of(host, "http") is None


@pytest.mark.parametrize("scheme", ["javascript", "ftp", "HTTPS", ""])
def test_nothing_is_reached_but_by_http_and_https(scheme: str) -> None:
    assert host_of("cards.example", scheme) is None
    assert origin_of(f"{scheme}://cards.example") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[::1]:8000", "[0:0:0:0:0:0:0:1]:8000"),
        ("[FE80::00A]", "[fe80:0::a]:80"),
        ("[::ffff:192.168.0.7]", "192.168.0.7"),
        ("Cards.Example.", "cards.example:80"),
    ],
)
def test_one_host_can_be_written_in_many_ways(one: str, other: str) -> None:
    assert host_of(one, "http") == host_of(other, "http") is not None
    assert origin_of(f"http://{one}") == origin_of(f"http://{other}")


def test_another_port_or_address_is_another_host() -> None:
    assert host_of("[::1]:8000", "http") == Host("::1", 8000)
    for other in ("[::1]", "[::2]:8000", "[::1]:8001"):
        assert host_of(other, "http") != Host("::1", 8000)


@pytest.mark.parametrize("host", ["::", "0::0", "0:0:0:0:0:0:0:0", "0.0.0.0"])
def test_every_way_to_write_all_addresses_is_known(host: str) -> None:
    assert is_everywhere(host)
    assert is_loopback(url(host, 8000))
    assert not is_everywhere("::1")
    assert not is_everywhere("cards.example")
