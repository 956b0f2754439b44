"""The pages: right types, kept for ever or never, compressed, and of one piece."""

import gzip
import json
from pathlib import Path

import pytest

from cardhouse.server.pages import Pages
from cardhouse.server.settings import WEB
from tests.server.refusals import check_refused

INDEX = (
    "<!doctype html><script type=module src={static}/js/main.mjs></script> {digest} {other}"
    + " " * 2_000
)
FILES = {
    "index.html": INDEX,
    "sw.js": "const files = {files}, name = '{digest}'; function f() { return {static: 1} }",
    "manifest.webmanifest": '{"icons": [{"src": "{static}/icons/icon.svg"}]}',
    "js/main.mjs": "export const a = 1;\n" * 100,
    "js/deep/er.mjs": "import '../main.mjs'; // {static}",
    "style/main.css": "body { margin: 0 }\n" * 100,
    "icons/icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icons/icon.png": "\x89PNG",
    "README.md": "not for players",
    "secret.py": "not for players",
}
TYPES = {
    "js/main.mjs": "text/javascript; charset=utf-8",
    "js/deep/er.mjs": "text/javascript; charset=utf-8",
    "style/main.css": "text/css; charset=utf-8",
    "icons/icon.svg": "image/svg+xml; charset=utf-8",
    "icons/icon.png": "image/png",
}


@pytest.fixture
def web(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "web"


@pytest.fixture
def local(opened, web):
    return opened(web=web)


@pytest.fixture
def digest(web: Path) -> str:
    return Pages(web).digest


@pytest.mark.parametrize("path", ["/", "/boom", "/grid", "/crush"])
def test_the_page_is_there_and_always_asked_for_anew(local, digest, path):
    reply = local.request("GET", path)
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert reply.headers["cache-control"] == "no-cache"
    text = reply.body.decode()
    assert f"src=/static/{digest}/js/main.mjs>" in text
    assert f"</script> {digest} {{other}}" in text


def test_a_page_that_has_not_changed_is_not_sent_again(local):
    mark = local.request("GET", "/").headers["etag"]
    assert mark.startswith('W/"'), "it is the same file, however it is packed"
    for known in (mark, f'"other", {mark}', mark.removeprefix("W/"), "*", " * "):
        reply = local.request("GET", "/", if_none_match=known)
        assert (reply.status, reply.body) == (304, b"")
        assert reply.headers["etag"] == mark
        assert reply.headers["cache-control"] == "no-cache"
    assert local.request("GET", "/", if_none_match='"other"').status == 200


@pytest.mark.parametrize("name", TYPES)
def test_a_file_is_kept_for_ever(local, digest, name):
    reply = local.request("GET", f"/static/{digest}/{name}")
    assert reply.status == 200
    assert reply.headers["content-type"] == TYPES[name]
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert reply.body.decode() == FILES[name]


@pytest.mark.parametrize(
    "name",
    ["README.md", "secret.py", "index.html", "sw.js", "nothing.mjs", "js", "", "../web/sw.js"],
)
def test_what_is_not_for_players_is_not_served(local, digest, name):
    check_refused(local.request("GET", f"/static/{digest}/{name}"), 404)


def test_a_file_of_another_version_is_not_there(local):
    check_refused(local.request("GET", "/static/0123456789abcdef/js/main.mjs"), 404)


def test_the_digest_changes_with_any_file(web, digest):
    seen = {digest}
    for name in ("js/main.mjs", "index.html", "icons/icon.png"):
        (web / name).write_text("other")
        seen.add(Pages(web).digest)
    (web / "style" / "main.css").rename(web / "style" / "renamed.css")
    seen.add(Pages(web).digest)
    assert len(seen) == 5


def test_the_service_worker_knows_every_file(local, digest):
    reply = local.request("GET", "/sw.js")
    assert reply.headers["content-type"] == "text/javascript; charset=utf-8"
    assert reply.headers["cache-control"] == "no-cache"
    text = reply.body.decode()
    files = json.loads(text.partition("files = ")[2].partition(", name")[0])
    assert files == sorted(f"/static/{digest}/{name}" for name in TYPES)
    assert f"name = '{digest}'" in text
    assert "return {static: 1}" in text


def test_the_manifest_has_its_type(local, digest):
    reply = local.request("GET", "/manifest.webmanifest")
    assert reply.headers["content-type"] == "application/manifest+json; charset=utf-8"
    assert reply.json["icons"][0]["src"] == f"/static/{digest}/icons/icon.svg"


def test_the_icon_is_where_browsers_look(local, digest):
    reply = local.request("GET", "/favicon.ico")
    assert (reply.status, reply.headers["location"]) == (308, f"/static/{digest}/icons/icon.svg")
    assert local.request("GET", reply.headers["location"]).status == 200


@pytest.mark.parametrize("name", ["js/main.mjs", "style/main.css"])
def test_texts_are_compressed_once(local, web, digest, name):
    plain = local.request("GET", f"/static/{digest}/{name}")
    packed = local.request("GET", f"/static/{digest}/{name}", accept_encoding="gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert packed.body == plain.body
    file = Pages(web).get(f"/static/{digest}/{name}")
    assert file is not None
    assert file.packed is not None
    assert gzip.decompress(file.packed) == plain.body


@pytest.mark.parametrize("path", ["/", "/api/levels", "/openapi.json"])
def test_what_is_compressed_is_up_to_the_client(local, path):
    for encodings in ("", "identity", "br", "gzip;q=0", "br, GZIP; q=0.000 , *", "xgzip"):
        reply = local.request("GET", path, accept_encoding=encodings)
        assert "content-encoding" not in reply.headers, encodings
    for encodings in ("gzip", "GZip", "br;q=1, gzip;q=0.5", "gzip;q=1.0"):
        reply = local.request("GET", path, accept_encoding=encodings)
        assert reply.headers["content-encoding"] == "gzip", encodings


def test_the_description_is_sent_as_a_page_is(local):
    reply = local.request("GET", "/openapi.json", accept_encoding="gzip")
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-cache"
    assert reply.headers["vary"] == "Accept-Encoding"
    assert reply.json["info"]["title"] == "Cardhouse"
    again = local.request("GET", "/openapi.json", if_none_match=reply.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_pictures_are_not_compressed(local, digest):
    reply = local.request("GET", f"/static/{digest}/icons/icon.png", accept_encoding="gzip")
    assert "content-encoding" not in reply.headers
    assert "vary" not in reply.headers


HEADED = (
    *("/", "/boom", "/sw.js", "/manifest.webmanifest", "/openapi.json"),
    *("/healthz", "/api/games", "/api/levels"),
)


@pytest.mark.parametrize("path", HEADED)
def test_head_says_what_get_would(local, path):
    get, head = local.request("GET", path), local.request("HEAD", path)
    assert (head.status, head.headers) == (get.status, get.headers)


@pytest.mark.parametrize("path", HEADED)
def test_head_has_no_body_on_the_wire(house, path):
    reply = house.request("HEAD", path)
    assert (reply.status, reply.body) == (200, b"")
    assert int(reply.headers["content-length"]) > 0


def test_without_pages_it_says_so(opened, tmp_path):
    local = opened(web=tmp_path / "nothing")
    reply = local.request("GET", "/")
    assert (reply.status, "not installed" in reply.body.decode()) == (200, True)
    check_refused(local.request("GET", "/sw.js"), 404)
    check_refused(local.request("GET", "/manifest.webmanifest"), 404)
    assert local.request("GET", "/api/games").status == 200


def test_pages_are_read_once_unless_they_are_being_written(opened, web):
    fixed, fresh = opened(web=web), opened(web=web, reload_pages=True)
    before = fixed.request("GET", "/").body
    assert fresh.request("GET", "/").body == before
    (web / "js" / "main.mjs").write_text("export const a = 2;")
    assert fixed.request("GET", "/").body == before
    changed = fresh.request("GET", "/boom").body
    assert changed != before
    address = changed.decode().partition("src=")[2].partition(">")[0]
    assert fresh.request("GET", address).body == b"export const a = 2;"


@pytest.mark.skipif(not (WEB / "index.html").exists(), reason="the pages are not written yet")
def test_the_own_pages_have_no_blank_left(opened):
    local = opened()
    for path in ("/", "/sw.js", "/manifest.webmanifest"):
        text = local.request("GET", path).body.decode()
        assert not [blank for blank in ("{static}", "{digest}", "{files}") if blank in text]
