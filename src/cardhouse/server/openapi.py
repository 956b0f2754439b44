"""The description of the server (OpenAPI 3.1), written from `cardhouse.protocol`.

It decides nothing: a request goes to the table as it came, and its answer is sent as
it is, so that HTTP and `cardhouse.table.Table.dispatch` say the very same.
"""

from cardhouse import __version__
from cardhouse.games.game import Json
from cardhouse.protocol import VERBS, Health, Nothing, Refused, Verb
from cardhouse.server.schema import Schemas

REFUSALS = {
    400: "The request cannot be understood.",
    403: "Another site's page sent it.",
    404: "There is no such match.",
    409: "Not now: the move is illegal, it was meant for another moment, the match is closed, or "
    "it was begun under other rules (`other_rules`).",
    413: "The body is longer than 64 KiB.",
    415: "The body does not say that it is JSON.",
    422: "No game begins so, or the record does not hold.",
    429: "Too many requests; `Retry-After` says how long to wait.",
    500: "Something went wrong that nobody foresaw.",
    503: "It could not be kept, so nothing was done (`not_kept`); what was kept cannot be read "
    "(`damaged`); or the server is stopping (`stopping`).",
}
ALWAYS = (400, 500, 503)
POSTING = (403, 413, 415, 429)


def description() -> Json:
    """Return what can be asked, and how it is answered."""
    writer = _Writer()
    paths = {f"/api/{name}": writer.verb(name, verb) for name, verb in VERBS.items()}
    paths["/healthz"] = {"get": writer.health()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cardhouse", "version": __version__},
        "paths": paths,
        "components": {"schemas": writer.schemas.components},
    }


class _Writer:
    """Writes down operations, and what they speak of."""

    def __init__(self) -> None:
        self.schemas = Schemas()

    def verb(self, name: str, verb: Verb) -> Json:
        """Describe a verb; one that takes nothing can be had with GET too."""
        takes_nothing = verb.takes is Nothing
        refusals = (404, 409) if verb.is_of_match else () if takes_nothing else (422,)
        post = self._operation(name, verb.text, verb.gives, *ALWAYS, *POSTING, *refusals)
        post["requestBody"] = {"required": True} | _as_json(self.schemas.of(verb.takes))
        post |= {"description": verb.more} if verb.more else {}
        if not takes_nothing:
            return {"post": post}
        return {
            "post": post,
            "get": self._operation(f"get_{name}", verb.text, verb.gives, *ALWAYS, 429),
        }

    def health(self) -> Json:
        """Describe the question whether all is well."""
        return self._operation("health", "Ask whether all is well.", Health, *ALWAYS)

    def _operation(self, name: str, text: str, gives: type, *refusals: int) -> Json:
        answer = {
            "type": "object",
            "properties": {"ok": self.schemas.of(gives)},
            "required": ["ok"],
            "additionalProperties": False,
        }
        answers: Json = {"200": {"description": gives.__doc__} | _as_json(answer)}
        for status in sorted(refusals):
            refused = _as_json(self.schemas.of(Refused))
            answers[str(status)] = {"description": REFUSALS[status]} | refused
        return {"operationId": name, "summary": text, "responses": answers}


def _as_json(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}
