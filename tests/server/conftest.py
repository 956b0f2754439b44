"""What the tests of the server share."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardhouse.server.app import create_app
from cardhouse.server.settings import Settings
from tests.server.house import House
from tests.server.local import Local

Open = Callable[..., Local]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A real server, for all tests of a module."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def opened() -> Iterator[Open]:
    """Open servers without a network, by their settings; close them in the end."""
    open_now = []

    def open_one(store: Any = None, **given: Any) -> Local:
        open_now.append(Local(create_app(Settings(**{"rate": 0} | given), store)))
        return open_now[-1]

    yield open_one
    for local in open_now:
        local.close()
