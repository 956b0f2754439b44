"""The draft of Poker Grid: three jokers are offered, and one is taken."""

from cardhouse.core.chance import below
from cardhouse.core.flat import tell
from cardhouse.core.marks import called
from cardhouse.games.grid.board import DRAFT_PHASE, OFFERS, PLAY_PHASE
from cardhouse.games.grid.holding import add_joker
from cardhouse.games.grid.jokers import JOKERS, STARTERS
from cardhouse.games.grid.state import OFFER_STREAM, OFFERED, TOOK, State


@called
def offer_jokers(s: State) -> None:
    """GRID-21: as long as there are picks, offer three different jokers, each as likely."""
    for i in range(OFFERS):
        s.offers[i] = 0
    s.phase = PLAY_PHASE
    if s.picks_left == 0:
        return
    s.phase = DRAFT_PHASE
    for i in range(OFFERS):
        s.offers[i] = any_joker(s)
        while is_repeated(s, i):
            s.offers[i] = any_joker(s)
    tell(s, OFFERED, s.offers[0], s.offers[1], s.offers[2])


def any_joker(s: State) -> int:
    """GRID-21: draw a joker; as the first, none that does nothing alone."""
    if s.joker_count == 0:
        return STARTERS[below(s, OFFER_STREAM, len(STARTERS))]
    return below(s, OFFER_STREAM, JOKERS) + 1


def is_repeated(s: State, i: int) -> bool:
    """Return whether offer *i* was made before it already."""
    for other in range(i):
        if s.offers[other] == s.offers[i]:
            return True
    return False


def take_offer(s: State, i: int) -> None:
    """GRID-21: take one of the jokers offered; three others come if there are picks left."""
    tell(s, TOOK, i, s.joker_count, s.offers[i])
    add_joker(s, s.offers[i])
    s.picks_left -= 1
    offer_jokers(s)
