"""What one stream hears."""

from scorekeeper.services.live.streams import Event, Stream


def test_a_wait_whose_time_is_up_before_it_has_begun_ends() -> None:
    """A queue of the standard library that did not was found by a busy machine, in many runs."""
    stream = Stream(group_id=1, sheet_id=None, link="", seen={None: 1})
    for _ in range(10_000):
        stream.put(Event.WRITING)
        assert stream.wait(0) == {Event.WRITING}
        assert stream.wait(1e-6) == set()
