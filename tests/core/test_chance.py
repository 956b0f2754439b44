"""Chance: published vectors, exactness proven on the mechanism, and evenness measured."""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations, product
from math import factorial, prod, sqrt
from random import Random

import numba
import numpy as np
import pytest

from cardhouse.core import chance
from cardhouse.core.cards import DECK
from cardhouse.core.chance import WORD, block_words, draw_counts, key_of, key_words
from cardhouse.core.flat import Cells, flatten, layout_of
from cardhouse.core.twin import Engine, twin_of
from cardhouse.engine.cpu import Compiled
from cardhouse.engine.records import blank_records, keys_of
from cardhouse.games import GAMES
from cardhouse.games.boom import rules
from cardhouse.games.boom.board import CELLS, COLUMNS, MOVES, SPOTS
from cardhouse.games.boom.levels import LEVELS
from cardhouse.games.boom.rules import ENDLESS_FUSE_HIGH, ENDLESS_FUSE_LOW

STREAMS = 3
HANDFULS = 52**5

# Boom deals column by column, each from the bottom up:   9 …
#                                                         …
#                                                         0 10 20 30 40
DEAL_ORDER = [
    cell for column in range(COLUMNS) for cell in range(CELLS - COLUMNS + column, -1, -COLUMNS)
]


@dataclass(slots=True)
class Dice:
    """The least that can be drawn from."""

    key: Cells = key_words()  # noqa: RUF009 (it declares a field)
    blocks: Cells = block_words(STREAMS)  # noqa: RUF009
    drawn: Cells = draw_counts(STREAMS)  # noqa: RUF009


LAYOUT = layout_of(Dice)
COMPILED = twin_of(
    chance, engine=Engine(function=numba.njit, table=lambda table: np.array(table, np.int64))
)
BELOW, SHUFFLE, NEXT_WORD = COMPILED.below, COMPILED.shuffle, COMPILED.next_word
ENGINES = {"interpreted": chance, "compiled": COMPILED}


def dice(engine, seed=0):
    s = Dice() if engine == "interpreted" else blank_records(Dice, 1)[0]
    for i, word in enumerate(key_of(seed)):
        s.key[i] = word
    return s


def words_of(engine, s, stream, count):
    return [int(ENGINES[engine].next_word(s, stream)) for _ in range(count)]


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


# -- ChaCha8 ------------------------------------------------------------------

# draft-strombergson-chacha-test-vectors: 256-bit key, 8 rounds, key, IV and two blocks.
VECTORS = {
    "TC1": (
        "00" * 32,
        "00" * 8,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    "TC2": (
        "01" + "00" * 31,
        "00" * 8,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4",
    ),
    "TC3": (
        "00" * 32,
        "01" + "00" * 7,
        "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
        "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06"
        "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
        "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46",
    ),
    "TC4": (
        "ff" * 32,
        "ff" * 8,
        "e163bbf8c9a739d18925ee8362dad2cdc973df05225afb2aa26396f2a9849a4a"
        "445e0547d31c1623c537df4ba85c70a9884a35bcbf3dfab077e98b0f68135f54"
        "81d4933f8b322ac0cd762c27235ce2b31534e0244a9a2f1fd5e94498d47ff108"
        "790c009cf9e1a348032a7694cb28024cd96d3498361edb1785af752d187ab54b",
    ),
    "TC5": (
        "55" * 32,
        "55" * 8,
        "7cb78214e4d3465b6dc62cf7a1538c88996952b4fb72cb6105f1243ce3442e29"
        "75a59ebcd2b2a598290d7538491fe65bdbfefd060d88798120a70d049dc2677d"
        "d48ff5a2513e497a5d54802d7484c4f1083944d8d0d14d6482ce09f7e5ebf20b"
        "29807d62c31874d02f5d3cc85381a745ecbc60525205e300a76961bfe51ac07c",
    ),
    "TC7": (
        "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100",
        "0f1e2d3c4b596877",
        "60fdedbd1a280cb741d0593b6ea0309010acf18e1471f68968f4c9e311dca149"
        "b8e027b47c81e0353db013891aa5f68ea3b13dd2f3b8dd0873bf3746e7d6c567"
        "fe882395601ce8aded444867fe62ed8741420002e5d28bb573113a418c1f4008"
        "e954c188f38ec4f26bb8555e2b7c92bf4380e2ea9e553187fdd42821794416de",
    ),
    "TC8": (
        "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d",
        "1ada31d5cf688221",
        "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c9"
        "6ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff08b"
        "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e"
        "8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9fe4f",
    ),
}
FITS = [name for name, (_, iv, _) in VECTORS.items() if bytes.fromhex(iv)[-1] < 0x80]
"""The vectors whose IV is a stream number below 2**63."""


def words_in(text):
    octets = bytes.fromhex(text)
    return [int.from_bytes(octets[at : at + 4], "little") for at in range(0, len(octets), 4)]


def assert_vector_holds(engine, name):
    key, iv, blocks = VECTORS[name]
    s = dice(engine, int.from_bytes(bytes.fromhex(key), "little"))
    assert [int(word) for word in s.key] == words_in(key)
    stream = int.from_bytes(bytes.fromhex(iv), "little")
    words = []
    for counter in (0, 1):
        ENGINES[engine].fill_block(s, 1, counter, stream)
        words += [int(word) for word in s.blocks[16:32]]
    assert words == words_in(blocks)
    assert not any(s.blocks[:16])  # the other blocks are left alone
    assert not any(s.blocks[32:])


@pytest.mark.parametrize("name", VECTORS)
def test_interpreted_the_published_vectors_hold(name):
    assert_vector_holds("interpreted", name)


@pytest.mark.volume
@pytest.mark.parametrize("name", FITS)
def test_compiled_the_published_vectors_hold(name):
    assert_vector_holds("compiled", name)


def test_all_vectors_but_one_fit_a_stream_number():
    assert set(VECTORS) - set(FITS) == {"TC4"}


@pytest.mark.volume
def test_the_words_of_a_stream_are_its_blocks_in_order(engine):
    s, other = dice(engine, 7), dice(engine, 7)
    blocks = []
    for counter in range(3):
        ENGINES[engine].fill_block(other, 0, counter, 2)
        blocks += [int(word) for word in other.blocks[:16]]
    assert words_of(engine, s, 2, 40) == blocks[:40]
    assert list(s.drawn) == [0, 0, 40]


def test_the_counter_has_sixty_four_bits(engine):
    blocks = {}
    for counter in (0, 1, 2**32 - 1, 2**32, 2**32 + 1, 2**58):
        s = dice(engine, 7)
        s.drawn[0] = 16 * counter
        blocks[tuple(words_of(engine, s, 0, 16))] = counter
        assert s.drawn[0] == 16 * counter + 16
    assert len(blocks) == 6


@pytest.mark.parametrize(
    "bound", [1, 2, 3, 5, 30, 52, 1546, HANDFULS, 3 << 29, 2**31 - 1, 2**31], ids=str
)
def test_interpreted_and_compiled_draw_the_same(bound):
    s, r = dice("interpreted", 11), dice("compiled", 11)
    for i in range(300):
        drawn = chance.below(s, i % STREAMS, bound)
        assert 0 <= drawn < bound
        assert drawn == BELOW(r, i % STREAMS, bound)
    assert flatten(s, LAYOUT) == flatten(r, LAYOUT)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 12, 13, 49, 50, 108])
def test_interpreted_and_compiled_shuffle_the_same(count):
    s, r = dice("interpreted", 12), dice("compiled", 12)
    items, array = list(range(108)), np.arange(108)
    chance.shuffle(s, 1, items, count)
    SHUFFLE(r, 1, array, count)
    assert items == array.tolist()
    assert flatten(s, LAYOUT) == flatten(r, LAYOUT)


# -- exactness, proven on the mechanism ---------------------------------------


@pytest.fixture
def supply(monkeypatch):
    """Words to draw, instead of random ones; `IndexError` when they run out."""
    words = []

    def next_word(s, stream):
        return words.pop(0)

    monkeypatch.setattr(chance, "next_word", next_word)
    return words


def set_word_bits(monkeypatch, bits):
    """Have the same code draw from fewer words, so that each can be tried."""
    monkeypatch.setattr(chance, "WORD_BITS", bits)
    monkeypatch.setattr(chance, "WORD", (1 << bits) - 1)
    monkeypatch.setattr(chance, "WORDS", 1 << bits)


def test_with_words_of_eight_bits_every_bound_takes_as_many_words_to_each_result(
    monkeypatch, supply
):
    set_word_bits(monkeypatch, 8)
    for bound in range(1, 129):
        results = Counter()
        for word in range(256):
            supply[:] = [word]
            try:
                results[chance.below(None, 0, bound)] += 1
            except IndexError:
                results["drawn again"] += 1
        assert results.pop("drawn again", 0) == 256 % bound
        assert results == {result: 256 // bound for result in range(bound)}


def some_of(bound):
    """All results below *bound*, or some of them and both ends."""
    some = [0, 1, 2, bound // 3, bound // 2, bound - 2, bound - 1]
    return range(bound) if bound < 2_000 else some


@pytest.mark.parametrize(
    "bound", [1, 2, 3, 5, 6, 7, 18, 29, 30, 52, 1546, HANDFULS, 3 << 29, 2**31 - 1, 2**31], ids=str
)
def test_with_words_of_thirty_two_bits_each_result_has_as_many_words(supply, bound):
    # A result's words are a run, from `first` to `last`; the words between two runs, `uneven` in
    # all, are drawn again.  Both ends of the run are tried, and its neighbours on both sides.
    always_taken = WORD
    uneven = 2**32 % bound
    for result in some_of(bound):
        first = -(-(result * 2**32 + uneven) // bound)
        last = -(-(result + 1) * 2**32 // bound) - 1
        assert last - first + 1 == 2**32 // bound
        for word, is_taken in [(first, True), (last, True), (first - 1, False), (last + 1, False)]:
            supply[:] = [word, always_taken]
            taken = chance.below(None, 0, bound) == result and len(supply) == 1
            assert taken == is_taken or not 0 <= word <= WORD


def test_a_word_drawn_again_is_drawn_again_until_one_is_taken(supply):
    # 2**32 % 3 is 1: the word 0 alone is drawn again.
    supply[:] = [0, 0, 0, 0, WORD, WORD]
    assert chance.below(None, 0, 3) == 2
    assert supply == [WORD]


@pytest.mark.parametrize(
    ("count", "bits", "bounds"),
    [
        (0, 8, []),
        (1, 8, []),
        (2, 8, [2]),
        (3, 8, [6]),
        (4, 8, [24]),
        (5, 8, [120]),  # all four picks share a draw
        (4, 6, [12, 2]),
        (5, 6, [20, 6]),
        (5, 5, [5, 12, 2]),
    ],
)
def test_a_shuffle_takes_as_many_words_to_every_order(monkeypatch, supply, count, bits, bounds):
    set_word_bits(monkeypatch, bits)
    monkeypatch.setattr(chance, "MOST_BELOW", max(bounds, default=2))
    monkeypatch.setattr(chance, "SHARES", [chance.shared_draw(last) for last in range(count)])
    orders = Counter()
    for words in product(range(1 << bits), repeat=len(bounds)):
        supply[:] = words
        items = list(range(count))
        try:
            chance.shuffle(None, 0, items, count)
        except IndexError:
            continue  # a word was drawn again
        assert not supply
        orders[tuple(items)] += 1
    assert set(orders) == set(permutations(range(count)))
    assert set(orders.values()) == {prod((1 << bits) // bound for bound in bounds)}


def test_a_shuffle_leaves_the_items_behind_its_count_alone(engine):
    items = np.arange(9)
    ENGINES[engine].shuffle(dice(engine), 0, items, 5)
    assert sorted(items[:5]) == [0, 1, 2, 3, 4]
    assert items[5:].tolist() == [5, 6, 7, 8]


def test_nothing_is_drawn_to_shuffle_one_card_or_none(engine):
    for count in (0, 1):
        s, items = dice(engine), np.arange(9)
        ENGINES[engine].shuffle(s, 0, items, count)
        assert items.tolist() == list(range(9))
        assert not any(s.drawn)


def test_eight_draws_shuffle_fifty_cards(supply):
    supply[:] = [WORD] * 9
    chance.shuffle(None, 0, list(range(50)), 50)
    assert len(supply) == 1


def test_boom_takes_its_five_cards_from_one_exact_draw(supply):
    # The draw is one of 52**5, written with five digits: a digit is a card's number.
    random = Random(17)
    for _ in range(200):
        words = [random.randrange(2**32) | 1 << 31 for _ in range(20)]
        supply[:] = words
        s = rules.State()
        rules.deal(s)
        dealt = [DECK.index(s.board[cell]) for cell in DEAL_ORDER]
        supply[:] = words
        handfuls = [chance.below(None, 0, HANDFULS) for _ in range(10)]
        assert dealt == [
            handful // 52**place % 52 for handful in handfuls for place in (4, 3, 2, 1, 0)
        ]


# -- evenness, measured -------------------------------------------------------

SIGMAS = 7
"""Beyond so many, chance is no excuse: one in a million million."""


def limits(freedom):
    """The chi-squared that so many degrees of freedom stay between (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return [freedom * max(0, 1 - spread + side * sqrt(spread)) ** 3 for side in (-SIGMAS, SIGMAS)]


def chi_squared(counts):
    expected = counts.sum() / counts.size
    return ((counts - expected) ** 2 / expected).sum()


def assert_even(values, kinds):
    """Each of so many kinds comes as often as another: neither too unevenly nor too evenly."""
    low, high = limits(kinds - 1)
    assert low < chi_squared(np.bincount(values, minlength=kinds)) < high


@numba.njit
def drawn_below(s, stream, bound, count):
    draws = np.empty(count, np.int64)
    for i in range(count):
        draws[i] = BELOW(s, stream, bound)
    return draws


@numba.njit
def drawn_words(s, stream, count):
    words = np.empty(count, np.int64)
    for i in range(count):
        words[i] = NEXT_WORD(s, stream)
    return words


@pytest.mark.volume
def test_five_cards_of_one_draw_are_each_any_of_the_fifty_two_and_no_two_depend():
    boards = Compiled(GAMES["boom"]).deal(range(60_000))["board"]
    handfuls = np.searchsorted(DECK, boards[:, DEAL_ORDER]).reshape(-1, 5)
    for place in range(5):
        cards, others = handfuls[:, place], handfuls[:, (place + 1) % 5]
        assert_even(cards, 52)
        assert_even(cards * 52 + others, 52 * 52)


FUSE_SPANS = {level.fuse_high - level.fuse_low + 1 for level in LEVELS} | {
    high - ENDLESS_FUSE_LOW + 1 for high in range(ENDLESS_FUSE_LOW + 1, ENDLESS_FUSE_HIGH + 1)
}
FREE_SPOTS = set(range(SPOTS - 12, SPOTS + 1))
BLAST_SIZES = 5


@pytest.mark.volume
@pytest.mark.parametrize("bound", sorted(FUSE_SPANS | FREE_SPOTS | {BLAST_SIZES, MOVES}))
def test_every_bound_that_boom_draws_below_is_even(bound):
    draws = drawn_below(dice("compiled", 3), 1, bound, 400_000)
    assert_even(draws, bound)
    if bound <= 30:
        assert_even(draws[:-1] * bound + draws[1:], bound * bound)  # nor do two in a row depend


def test_the_yardstick_would_notice_a_modulo_bias():
    words = drawn_words(dice("compiled", 1), 0, 1_000_000)
    assert chi_squared(np.bincount(words % HANDFULS // 52**4)) > limits(51)[1]
    with pytest.raises(AssertionError):
        assert_even(words % (3 << 29) >> 27, 12)


@pytest.mark.parametrize("bit", [27, 29, 31])
def test_the_yardstick_would_notice_a_dead_bit(bit):
    words = drawn_words(dice("compiled", 1), 0, 400_000) & ~(1 << bit)
    with pytest.raises(AssertionError):
        assert_even(words * 30 >> 32, 30)


@pytest.mark.parametrize("stream", range(STREAMS))
def test_every_bit_of_a_word_is_as_often_one_as_zero_and_no_two_go_together(stream):
    words = drawn_words(dice("compiled", 4), stream, 100_000)
    bits = words[:, None] >> np.arange(32) & 1
    agreements = (2 * bits - 1).astype(np.float64)
    sigma = sqrt(len(words))
    assert np.abs(agreements.sum(axis=0)).max() < 5 * sigma
    together = agreements.T @ agreements
    np.fill_diagonal(together, 0)
    assert np.abs(together).max() < 6 * sigma  # the largest of 496 pairs


@numba.njit
def shuffled_places(s, cards, shuffles):
    """Count how often each card comes to each place."""
    places = np.zeros((cards, cards), np.int64)
    items = np.empty(cards, np.int64)
    for _ in range(shuffles):
        for i in range(cards):
            items[i] = i
        SHUFFLE(s, 2, items, cards)
        for i in range(cards):
            places[items[i], i] += 1
    return places


@pytest.mark.volume
def test_a_shuffled_board_has_every_card_on_every_cell_as_often():
    cards, shuffles = 50, 100_000
    places = shuffled_places(dice("compiled", 5), cards, shuffles)
    # A card is on one cell and a cell has one card, so there are 49 times 49 degrees of freedom.
    statistic = ((places - shuffles / cards) ** 2).sum() * (cards - 1) / shuffles
    low, high = limits((cards - 1) ** 2)
    assert low < statistic < high
    sigma = sqrt(shuffles / cards * (1 - 1 / cards))
    assert np.abs(places - shuffles / cards).max() < 6 * sigma


@numba.njit
def shuffled_orders(s, cards, shuffles):
    """Return each order as one number."""
    orders = np.empty(shuffles, np.int64)
    items = np.empty(cards, np.int64)
    for shuffle in range(shuffles):
        for i in range(cards):
            items[i] = i
        SHUFFLE(s, 2, items, cards)
        order = 0
        for i in range(cards):
            order = cards * order + items[i]
        orders[shuffle] = order
    return orders


@pytest.mark.volume
@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_every_order_of_a_few_cards_comes_as_often(cards):
    orders = shuffled_orders(dice("compiled", 6), cards, 240_000)
    _, numbered = np.unique(orders, return_inverse=True)
    assert_even(numbered, factorial(cards))


# -- streams and seeds have nothing to do with each other ---------------------


def assert_unrelated(first, second):
    """Half the bits agree, and the numbers do not rise and fall together."""
    count = first.size
    agreeing = 32 * count - int(np.bitwise_count(first ^ second).sum())
    assert abs(agreeing - 16 * count) < 5 * sqrt(8 * count)
    correlation = np.corrcoef(first.ravel(), second.ravel())[0, 1]
    assert abs(correlation) < 5 / sqrt(count)


def test_two_streams_of_one_seed_are_unrelated():
    words = [drawn_words(dice("compiled", 8), stream, 200_000) for stream in range(STREAMS)]
    for first, second in [(0, 1), (0, 2), (1, 2)]:
        assert_unrelated(words[first], words[second])
        assert_unrelated(words[first][1:], words[second][:-1])


@pytest.mark.parametrize("lag", [1, 2, 8, 15, 16, 17, 32, 48])
def test_a_stream_is_unrelated_to_itself_later_on(lag):
    words = drawn_words(dice("compiled", 9), 0, 200_000)
    assert_unrelated(words[lag:], words[:-lag])


@numba.njit
def first_words(states, stream, count):
    words = np.empty((len(states), count), np.int64)
    for i in range(len(states)):
        for place in range(count):
            words[i, place] = NEXT_WORD(states[i], stream)
    return words


@pytest.mark.volume
def test_neighbouring_seeds_are_unrelated():
    states = blank_records(Dice, 20_000)
    states["key"] = keys_of(range(20_000))
    words = first_words(states, 0, 16)
    for apart in (1, 2, 256):
        assert_unrelated(words[apart:], words[:-apart])
    assert len(np.unique(words[:, 0] << 31 ^ words[:, 1])) == 20_000


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 100, 255])
def test_seeds_that_differ_in_one_bit_are_unrelated(bit):
    words = [drawn_words(dice("compiled", seed), 0, 50_000) for seed in (0, 1 << bit)]
    assert_unrelated(*words)


def test_a_draw_on_one_stream_never_shifts_another(engine):
    alone = [words_of(engine, dice(engine, 10), stream, 40) for stream in range(STREAMS)]
    mixed = [[] for _ in range(STREAMS)]
    s, random = dice(engine, 10), Random(10)
    for stream in random.sample([0, 1, 2] * 40, k=120):
        mixed[stream] += words_of(engine, s, stream, 1)
    assert mixed == alone


# -- a new key ----------------------------------------------------------------


def test_a_new_key_makes_everything_to_come_new(engine):
    old, new = dice(engine, 13), dice(engine, 13)
    for stream in range(STREAMS):
        assert words_of(engine, old, stream, 5) == words_of(engine, new, stream, 5)
    ENGINES[engine].rekey(new, 1)
    assert all(before != after for before, after in zip(old.key, new.key, strict=True))
    for stream in range(STREAMS):
        seen = set(words_of(engine, dice(engine, 13), stream, 64))
        assert seen.isdisjoint(words_of(engine, new, stream, 64))


def test_a_new_key_keeps_nothing_of_the_old_blocks(engine):
    s = dice(engine, 13)
    for stream in range(STREAMS):
        words_of(engine, s, stream, 21)
    ENGINES[engine].rekey(s, 1)
    assert not any(s.blocks)
    assert not any(s.drawn)
    fresh = dice(engine, sum(int(word) << 32 * i for i, word in enumerate(s.key)))
    for stream in range(STREAMS):
        assert words_of(engine, s, stream, 40) == words_of(engine, fresh, stream, 40)


SALTS = [0, 1, 2, 2**31, 2**32, 2**32 + 1, 2**63 - 1]


def test_each_salt_gives_one_key_and_each_another(engine):
    keys = []
    for salt in [*SALTS, *SALTS]:
        s = dice(engine, 14)
        ENGINES[engine].rekey(s, salt)
        keys.append(tuple(map(int, s.key)))
    assert keys[: len(SALTS)] == keys[len(SALTS) :]
    assert len(set(keys)) == len(SALTS)


@pytest.mark.parametrize("salt", SALTS)
def test_interpreted_and_compiled_find_the_same_new_key(salt):
    s, r = dice("interpreted", 14), dice("compiled", 14)
    chance.rekey(s, salt)
    COMPILED.rekey(r, salt)
    assert flatten(s, LAYOUT) == flatten(r, LAYOUT)


def test_a_new_key_does_not_depend_on_what_was_drawn(engine):
    drawn, undrawn = dice(engine, 15), dice(engine, 15)
    words_of(engine, drawn, 0, 30)
    for s in (drawn, undrawn):
        ENGINES[engine].rekey(s, 3)
    assert flatten(drawn, LAYOUT) == flatten(undrawn, LAYOUT)


def test_the_words_of_a_game_never_give_its_next_key_away():
    # A key comes from a stream of its own, which no state can draw from.
    s = dice("interpreted", 16)
    seen = {word for stream in range(STREAMS) for word in words_of("interpreted", s, stream, 1_000)}
    for salt in range(20):
        r = dice("interpreted", 16)
        chance.rekey(r, salt)
        assert seen.isdisjoint(r.key)


def test_setting_a_key_starts_every_stream_anew(engine):
    s = dice(engine, 1)
    for stream in range(STREAMS):
        words_of(engine, s, stream, 5)
    ENGINES[engine].set_key(s, key_of(2))
    assert flatten(s, LAYOUT) == flatten(dice(engine, 2), LAYOUT)


# -- seeds --------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64, 2**255, 2**256 - 1], ids=hex)
def test_a_number_is_its_key_word_by_word(seed):
    key = key_of(seed)
    assert len(key) == 8
    assert all(0 <= word <= WORD for word in key)
    assert sum(word << 32 * i for i, word in enumerate(key)) == seed


def test_neighbouring_seeds_have_different_keys():
    seeds = [*range(1_000), *range(2**256 - 1_000, 2**256)]
    assert len({key_of(seed) for seed in seeds}) == 2_000


def test_a_text_is_hashed():
    digest = sha256("Royal Flush ♥".encode()).digest()
    assert key_of("Royal Flush ♥") == key_of(int.from_bytes(digest, "little"))


def test_every_text_is_a_seed_and_each_has_its_own_key():
    texts = [
        "",
        " ",
        "7",
        "07",
        "a",
        "A",
        "\x00",
        "♥",
        "\ud800",
        "\udfff",
        "\ud800\udc00",
        "é",
        "e\u0301",
    ]
    keys = {key_of(text) for text in [*texts, "x" * 100_000]}
    assert len(keys) == len(texts) + 1
    assert key_of(7) not in keys
    assert key_of(0) not in keys


@pytest.mark.parametrize("seed", [-1, -(2**256), 2**256, 2**300])
def test_a_number_out_of_range_is_no_seed(seed):
    with pytest.raises(ValueError, match=r"^a seed is a whole number from 0 to 2\*\*256 - 1, or a"):
        key_of(seed)


@pytest.mark.parametrize("seed", [True, False, 1.0, float("nan"), None, b"7", [7], (7,), 7j])
def test_what_is_neither_a_number_nor_a_text_is_no_seed(seed):
    with pytest.raises(ValueError, match=r"^a seed is a whole number or a text$"):
        key_of(seed)
