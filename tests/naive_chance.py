"""Chance for the slow games of the tests: ChaCha8 in obvious Python, sharing no line with ours."""

import struct
from functools import cache

COLUMN_ROUNDS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONAL_ROUNDS = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


@cache
def chacha8(seed, block, stream):
    """The sixteen words of one block."""
    start = b"expand 32-byte k" + seed.to_bytes(32, "little") + struct.pack("<2Q", block, stream)
    first = struct.unpack("<16I", start)
    words = list(first)
    for a, b, c, d in (COLUMN_ROUNDS + DIAGONAL_ROUNDS) * 4:
        for at, plus, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[at] = (words[at] + words[plus]) % 2**32
            mixed = words[turned] ^ words[at]
            words[turned] = (mixed << bits | mixed >> 32 - bits) % 2**32
    return [(one + other) % 2**32 for one, other in zip(words, first, strict=True)]


def digits(number, bounds):
    """Split a number below the product of *bounds* into one number below each, first the most."""
    found = []
    for bound in reversed(bounds):
        number, digit = divmod(number, bound)
        found.insert(0, digit)
    return found


class Chance:
    """Three streams of 32-bit words, all from one seed."""

    def __init__(self, seed, drawn=(0, 0, 0)):
        self.seed = seed
        self.drawn = list(drawn)

    def copy(self):
        return Chance(self.seed, self.drawn)

    def below(self, stream, bound):
        while True:
            block, place = divmod(self.drawn[stream], 16)
            self.drawn[stream] += 1
            product = chacha8(self.seed, block, stream)[place] * bound
            if product % 2**32 >= 2**32 % bound:
                return product // 2**32

    def shuffle(self, stream, items):
        """Swap every place from the last down with a random one up to it, many a draw."""
        places = list(range(len(items) - 1, 0, -1))
        while places:
            shared, bound = [], 1
            while places and bound * (places[0] + 1) <= 2**31:
                bound *= places[0] + 1
                shared.append(places.pop(0))
            picks = digits(self.below(stream, bound), [place + 1 for place in shared])
            for place, other in zip(shared, picks, strict=True):
                items[place], items[other] = items[other], items[place]
