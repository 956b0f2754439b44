"""The pages of the browser game: read once, kept in memory, never to be asked for twice.

A file's address holds a digest of all of them, so that it can be kept for ever;
what a page or the service worker links to is always of one piece.
"""

import gzip
import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cardhouse.games import GAMES

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".woff2": "font/woff2",
}
"""The files that are served, by their suffix."""
PACKED = (".png", ".woff2")
"""Those that are as small as they get."""
INDEX, WORKER, MANIFEST, ICON = "index.html", "sw.js", "manifest.webmanifest", "icons/icon.svg"
AT_ROOT = {
    "/": INDEX,
    **{f"/{game}": INDEX for game in GAMES},
    "/sw.js": WORKER,
    "/manifest.webmanifest": MANIFEST,
}
"""Files with an address of their own; they may change at any time."""
FOR_EVER = "public, max-age=31536000, immutable"
DIGEST_LETTERS = 16
MISSING = (
    b"<!doctype html><title>Cardhouse</title><p>The pages of the game are not installed.</p>\n"
)


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    """The body compressed, where that makes it smaller."""
    type: str
    caching: str
    mark: str
    """What changes whenever the file does (its ETag), and is the same however it is packed."""


class Pages:
    """All files of a folder, by address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.read()

    def read(self) -> None:
        """Read every file again."""
        found = _files_in(self._folder)
        self.digest = _digest(found)
        static = f"/static/{self.digest}"
        addresses = {f"{static}/{name}": name for name in found if name not in AT_ROOT.values()}
        self._files = {
            address: file_of(name, found[name], FOR_EVER) for address, name in addresses.items()
        }
        words = {
            "static": static,
            "digest": self.digest,
            "files": json.dumps(list(addresses)),
        }
        for address, name in AT_ROOT.items():
            if name in found:
                self._files[address] = file_of(name, _filled(found[name], words), "no-cache")
            elif name == INDEX:
                self._files[address] = file_of(name, MISSING, "no-cache")
        self.icon = f"{static}/{ICON}"

    def get(self, address: str) -> File | None:
        """Return the file with an address, if there is one."""
        return self._files.get(address)


def _files_in(folder: Path) -> dict[str, bytes]:
    """Return what is served of a folder: the names below it, sorted, and the contents."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES and path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _digest(files: Mapping[str, bytes]) -> str:
    whole = sha256()
    for name, body in files.items():
        whole.update(f"{name}\n{sha256(body).hexdigest()}\n".encode())
    return whole.hexdigest()[:DIGEST_LETTERS]


def _filled(body: bytes, words: Mapping[str, str]) -> bytes:
    """Return a file with its blanks filled: ``{static}``, ``{digest}``, ``{files}``."""
    blank = re.compile(rb"\{(%s)\}" % "|".join(words).encode())
    return blank.sub(lambda found: words[found[1].decode()].encode(), body)


def file_of(name: str, body: bytes, caching: str) -> File:
    """Return a file as it is sent."""
    suffix = Path(name).suffix
    packed = None if suffix in PACKED else gzip.compress(body, 9, mtime=0)
    if packed is not None and len(packed) >= len(body):
        packed = None
    mark = sha256(body).hexdigest()[:DIGEST_LETTERS]
    return File(body, packed, TYPES[suffix], caching, f'W/"{mark}"')
