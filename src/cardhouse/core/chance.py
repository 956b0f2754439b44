"""Chance: named random streams that nobody can foretell and everybody can replay.

The generator is ChaCha8: 32-bit words, sums, exclusive ors and rotations only,
so that Python, Numba, a GPU and a browser agree to the bit.  A state holds the
key and, for each of its streams, how many words were drawn and the block of
sixteen they are drawn from; a draw on one stream never shifts another.
"""

from hashlib import sha256
from typing import Protocol

from cardhouse.core.flat import Cells, cells
from cardhouse.core.marks import called

WORD = 0xFFFF_FFFF
WORD_BITS = 32
WORDS = 1 << WORD_BITS
MOST_BELOW = 1 << 31
"""`below` takes at most this: a word times it still fits 64 bits with a sign."""

MOST_SHUFFLED = 128
"""More than any deck has."""

KEY_WORDS = 8
BLOCK_BITS = 4
BLOCK_WORDS = 1 << BLOCK_BITS
DOUBLE_ROUNDS = 4
CONSTANTS = (0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574)
"""``expand 32-byte k``, as every ChaCha begins."""
KEY_AT, COUNTER_AT, STREAM_AT = 4, 12, 14

REKEY_STREAM = 1 << 40
"""Where `rekey` finds a new key: far above any stream that a game draws from."""

SEEDS = 1 << 256
Seed = int | str


class HasChance(Protocol):
    """Any state that carries its own random streams."""

    key: Cells
    """The eight words that fix every draw to come."""
    blocks: Cells
    """For each stream, the sixteen words being drawn from."""
    drawn: Cells
    """For each stream, how many words were drawn."""


def key_words() -> Cells:
    """Declare a state's `key`."""
    return cells(KEY_WORDS, "uint32")


def block_words(streams: int) -> Cells:
    """Declare a state's `blocks`, for so many streams."""
    return cells(BLOCK_WORDS * streams, "uint32")


def draw_counts(streams: int) -> Cells:
    """Declare a state's `drawn`, for so many streams."""
    return cells(streams)


# -- seeds and keys -----------------------------------------------------------


def key_of(seed: Seed) -> tuple[int, ...]:
    """Return the key of a seed: an integer below 2**256, or a text, which is hashed.

    :raises ValueError: if *seed* is neither.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError("a seed is a whole number or a text")
    if isinstance(seed, str):
        digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        seed = int.from_bytes(digest, "little")
    if not 0 <= seed < SEEDS:
        raise ValueError("a seed is a whole number from 0 to 2**256 - 1, or a text")
    return tuple(seed >> WORD_BITS * i & WORD for i in range(KEY_WORDS))


def set_key(s: HasChance, key: tuple[int, ...]) -> None:
    """Put *key* into play and start every stream again."""
    for i in range(KEY_WORDS):
        s.key[i] = key[i]
    restart_streams(s)


@called
def restart_streams(s: HasChance) -> None:
    """Go back to the first word of every stream."""
    for i in range(len(s.drawn)):
        s.drawn[i] = 0
    for i in range(len(s.blocks)):
        s.blocks[i] = 0


@called
def rekey(s: HasChance, salt: int) -> None:
    """Replace the key in play by another that follows from it and *salt* (0 to 2**63 - 1).

    What was drawn stays; what comes is new.  A planner forgets the future so.
    """
    fill_block(s, 0, salt, REKEY_STREAM)
    for i in range(KEY_WORDS):
        s.key[i] = s.blocks[i]
    restart_streams(s)


# -- drawing ------------------------------------------------------------------


@called
def below(s: HasChance, stream: int, bound: int) -> int:
    """Draw one of ``0 .. bound - 1``, each exactly as likely (ALL-5); *bound* <= 2**31."""
    return fair_word(s, stream, bound) * bound >> WORD_BITS


@called
def fair_word(s: HasChance, stream: int, bound: int) -> int:
    """Draw a word that stands for each of ``0 .. bound - 1`` equally often.

    A word times *bound*, divided by 2**32, gives the number; the few words that
    would give one number more often than another are drawn again.  Where *bound*
    is a product, a factor of it takes its number from the word in the same way,
    and leaves what is below 2**32 to the next factor.
    """
    while True:
        word = next_word(s, stream)
        surplus = word * bound & WORD
        if surplus >= bound or surplus >= WORDS % bound:
            return word


@called
def shared_draw(last: int) -> tuple[int, int]:
    """Return the bound of the draw that picks for *last* and below share, and where that ends.

    >>> shared_draw(3), shared_draw(49)  # 4 * 3 * 2, and 50 * 49 * 48 * 47 * 46
    ((24, 0), (254251200, 44))
    """
    bound = 1
    while last > 0 and bound * (last + 1) <= MOST_BELOW:
        bound *= last + 1
        last -= 1
    return bound, last


SHARES = tuple(shared_draw(last) for last in range(MOST_SHUFFLED))
"""For each place, what the draw that begins with it decides."""


@called
def shuffle(s: HasChance, stream: int, items: Cells, count: int) -> None:
    """Put the first *count* items, 128 at most, into a uniformly random order (ALL-5).

    As many picks share a draw as its bound allows: eight draws shuffle fifty cards.
    """
    last = count - 1
    while last > 0:
        bound, fixed = SHARES[last]
        word = fair_word(s, stream, bound)
        while last > fixed:
            pick = word * (last + 1) >> WORD_BITS
            word = word * (last + 1) & WORD
            items[last], items[pick] = items[pick], items[last]
            last -= 1


@called
def next_word(s: HasChance, stream: int) -> int:
    """Draw 32 random bits."""
    place = s.drawn[stream] & BLOCK_WORDS - 1
    if place == 0:
        fill_block(s, stream, s.drawn[stream] >> BLOCK_BITS, stream)
    s.drawn[stream] += 1
    return s.blocks[BLOCK_WORDS * stream + place] & WORD


# -- ChaCha8 ------------------------------------------------------------------


@called
def fill_block(s: HasChance, slot: int, counter: int, stream: int) -> None:
    """Write block *counter* of *stream* into the blocks at *slot*.

    The block is four by four words, the rows a (constants), b and c (the key)
    and d (counter and stream).  Its columns are mixed, then its diagonals; in
    variables of their own, which is 1.6 times as fast compiled as in the state.
    """
    start = BLOCK_WORDS * slot
    for i in range(BLOCK_WORDS):
        s.blocks[start + i] = input_word(s, counter, stream, i)
    a0, a1, a2, a3 = four_words(s.blocks, start)
    b0, b1, b2, b3 = four_words(s.blocks, start + 4)
    c0, c1, c2, c3 = four_words(s.blocks, start + 8)
    d0, d1, d2, d3 = four_words(s.blocks, start + 12)
    for _ in range(DOUBLE_ROUNDS):
        a0, b0, c0, d0 = mixed(a0, b0, c0, d0)
        a1, b1, c1, d1 = mixed(a1, b1, c1, d1)
        a2, b2, c2, d2 = mixed(a2, b2, c2, d2)
        a3, b3, c3, d3 = mixed(a3, b3, c3, d3)
        a0, b1, c2, d3 = mixed(a0, b1, c2, d3)
        a1, b2, c3, d0 = mixed(a1, b2, c3, d0)
        a2, b3, c0, d1 = mixed(a2, b3, c0, d1)
        a3, b0, c1, d2 = mixed(a3, b0, c1, d2)
    add_words(s.blocks, start, (a0, a1, a2, a3))
    add_words(s.blocks, start + 4, (b0, b1, b2, b3))
    add_words(s.blocks, start + 8, (c0, c1, c2, c3))
    add_words(s.blocks, start + 12, (d0, d1, d2, d3))


@called
def input_word(s: HasChance, counter: int, stream: int, i: int) -> int:
    """Return word *i* that a block is mixed from: constants, key, counter, stream."""
    if i < KEY_AT:
        return CONSTANTS[i]
    if i < COUNTER_AT:
        return s.key[i - KEY_AT] & WORD
    number = counter if i < STREAM_AT else stream
    return number >> WORD_BITS * (i % 2) & WORD


@called
def four_words(words: Cells, at: int) -> tuple[int, int, int, int]:
    """Return one row of a block."""
    return words[at] & WORD, words[at + 1] & WORD, words[at + 2] & WORD, words[at + 3] & WORD


@called
def add_words(words: Cells, at: int, row: tuple[int, int, int, int]) -> None:
    """Add four words to one row of a block."""
    for i in range(len(row)):
        words[at + i] = words[at + i] + row[i] & WORD


@called
def mixed(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return four words of a block, mixed: ChaCha's quarter round."""
    a = a + b & WORD
    d = rotated(d ^ a, 16)
    c = c + d & WORD
    b = rotated(b ^ c, 12)
    a = a + b & WORD
    d = rotated(d ^ a, 8)
    c = c + d & WORD
    b = rotated(b ^ c, 7)
    return a, b, c, d


@called
def rotated(word: int, bits: int) -> int:
    """Return *word* turned left by so many bits."""
    return (word << bits | word >> WORD_BITS - bits) & WORD
