"""The description of the server (OpenAPI), written by FastAPI from `cardhouse.server.schema`.

A server loads this when it is first asked for it: loading it, and writing it down,
takes as long as everything else that a start has to do.
"""

from functools import cache
from typing import Any

from fastapi import FastAPI

from cardhouse import __version__
from cardhouse.server import schema
from cardhouse.server.routes import GETS


@cache
def description() -> dict[str, Any]:
    """Return what can be asked, and how it is answered."""
    app = FastAPI(title="Cardhouse", version=__version__)
    for verb in schema.VERBS:
        app.add_api_route(f"/api/{verb}", _described, methods=["POST"], **schema.of_verb(verb))
    for verb in GETS:
        app.add_api_route(f"/api/{verb}", _described, methods=["GET"], **schema.of_question(verb))
    app.add_api_route("/healthz", _described, methods=["GET"], **schema.of_health())
    return app.openapi()


def _described() -> None:
    # It stands for the route that answers, which is in `cardhouse.server.routes`;
    # a docstring would be taken for a description.
    pass
