"""What the next hand of Poker Grid may bring with the freezes as they are.

The table is played on many times, with chance of its own that follows from what
the player sees and from nothing else (ALL-3).  Without jokers and bonuses the mean needs
no sample: it is worked out line by line.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, sqrt

from cardhouse.core.cards import (
    ACE,
    DECK,
    LOWEST_RANK,
    RANKS,
    SUIT_STEP,
    SUITS,
    rank_of,
    suit_of,
)
from cardhouse.core.chance import key_of, set_key
from cardhouse.core.flat import copy_state
from cardhouse.core.poker import HANDS_WITH, TALLIES, traits_of
from cardhouse.games.game import PLAYING, WON
from cardhouse.games.grid import rules
from cardhouse.games.grid.board import DRAFT_PHASE, LINES, PLAY, SIDE, card_of
from cardhouse.games.grid.jokers import WHOLE
from cardhouse.games.grid.lines import BASE_CHIPS, BASE_MULT, line_score
from cardhouse.games.grid.notation import refusal_text
from cardhouse.games.grid.state import State
from cardhouse.games.grid.triggers import is_frozen
from cardhouse.games.grid.view import View, view
from cardhouse.games.refusal import IllegalMove
from cardhouse.games.shape import Json
from cardhouse.games.words import Words

ROUNDS = 500
"""How many times the round is played on, unless another number is asked for."""
LEAST_ROUNDS, MOST_ROUNDS = 2, 100_000
MANY_HANDS = 10
"""Where more hands are left, fewer rounds are played to their end."""
DEVIATIONS = 1.96
"""How far off 19 samples in 20 stay, in standard deviations."""


def preview(s: State, words: Words, rounds: int = ROUNDS) -> Json:
    """Return the least, mean and most of the next hand, and the chance to win; changes nothing.

    The chance is that of reaching the target in the hands that are left, all
    played with these freezes.  Least and most are those seen.  An error is 1.96
    standard errors; where a joker hits rarely and hard, the truth can be farther off.

    :raises IllegalMove: if no hand can be played now, or *rounds* is no sensible number.
    """
    if type(rounds) is not int or not LEAST_ROUNDS <= rounds <= MOST_ROUNDS:
        sentence = f"A preview takes {LEAST_ROUNDS} to {MOST_ROUNDS:,} rounds."
        raise IllegalMove("bad_request", sentence)
    if s.phase == DRAFT_PHASE:
        raise IllegalMove(*refusal_text(s, rules.DRAFTING, words))
    gains, wins, whole = _sampled(s, rounds)
    mean, error = _mean_of(gains)
    if s.joker_count == 0 and not s.bonuses and has_plain_deck(s):
        mean, error = exact_mean(s), 0.0
    chance = wins / whole
    return {
        "min": min(gains),
        "mean": round(mean, 2),
        "max": max(gains),
        "chance": chance,
        "error": round(error, 2),
        "chance_error": round(_share_error(chance, whole), 4),
        "rounds": rounds,
    }


def _sampled(s: State, rounds: int) -> tuple[list[int], int, int]:
    """Play the round on many times; return the next hand's gains, how many were won, of how many.

    Where very many hands are left, fewer rounds are played to their end.
    """
    whole = max(rounds * MANY_HANDS // max(s.hands_left, MANY_HANDS), 1)
    seed = _seed_of(view(s))
    gains, wins = [], 0
    for i in range(rounds):
        again = copy_state(s)
        set_key(again, key_of(f"{seed} {i}"))
        rules.apply(again, PLAY)
        gains.append(again.score - s.score)
        while i < whole and rules.outcome(again) == PLAYING:
            rules.apply(again, PLAY)
        wins += i < whole and rules.outcome(again) == WON
    return gains, wins, whole


def _seed_of(seen: View) -> str:
    """Return a seed that follows from what the player sees of the round ahead."""
    jokers = [[joker["name"], joker["held"]] for joker in seen["jokers"]]
    ahead = seen["board"], seen["frozen"], seen["hands_left"], seen["score"], seen["target"]
    return json.dumps([jokers, *ahead])


def _mean_of(gains: Sequence[int]) -> tuple[float, float]:
    """Return the mean of a sample and its error."""
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean, DEVIATIONS * sqrt(variance / len(gains))


def _share_error(share: float, count: int) -> float:
    """Return how far off a share may be; where all or none did, three of the sample's size."""
    if share in (0.0, 1.0):
        return min(3 / count, 1.0)
    return DEVIATIONS * sqrt(share * (1 - share) / count)


# -- without jokers -----------------------------------------------------------


def has_plain_deck(s: State) -> bool:
    """Return whether the deck is that of 52, each card once."""
    return sorted(card_of(entry) for entry in s.deck[: s.deck_size]) == sorted(DECK)


def exact_mean(s: State) -> float:
    """Return the mean of the next hand without jokers: the sum of its lines' means."""
    total = 0.0
    for cells in LINES:
        kept = [card_of(s.board[cell]) for cell in cells if is_frozen(s, cell)]
        ranks = tuple(sorted(map(rank_of, kept)))
        total += line_mean(ranks, len({suit_of(card) for card in kept}))
    return total


@cache
def line_mean(ranks: tuple[int, ...], suits: int) -> float:
    """Return the mean score of a line that keeps cards of these *ranks* and so many *suits*.

    Ranks and suits are drawn independently, so a line is of one suit as often
    whatever its ranks.

    >>> round(line_mean((), 0), 3)
    20.672
    """
    drawn = SIDE - len(ranks)
    flush = 0.0 if suits > 1 else SUITS ** (1 - suits) / SUITS**drawn
    total = 0.0
    for others in combinations_with_replacement(range(LOWEST_RANK, ACE + 1), drawn):
        ways = factorial(drawn)
        for rank in set(others):
            ways //= factorial(others.count(rank))
        of_one, mixed = _scores((*ranks, *others))
        total += ways * (flush * of_one + (1 - flush) * mixed)
    return total / float(RANKS**drawn)


def _scores(ranks: tuple[int, ...]) -> tuple[int, int]:
    """Return the scores of five ranks, all of one suit and not."""
    of_one = HANDS_WITH[traits_of(sum(TALLIES[rank] for rank in ranks))]
    mixed = HANDS_WITH[
        traits_of(TALLIES[ranks[0]] + sum(TALLIES[SUIT_STEP + rank] for rank in ranks[1:]))
    ]
    return _plain_score(of_one), _plain_score(mixed)


def _plain_score(hand: int) -> int:
    return line_score(BASE_CHIPS[hand], WHOLE * BASE_MULT[hand])
