"""The page's types are those of the protocol."""

from tests.api_types import FILE, page


def test_the_types_of_the_page_are_those_of_the_protocol():
    assert FILE.read_text() == page(), "stale; write it with: make api"
