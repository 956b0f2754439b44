"""What a game is: one typed, frozen declaration from which everything else is derived.

`Rules` alone decides; the others write, show, set up and advise.  Each part is a
module of the game's folder; mypy checks that it has what its protocol says.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from cardhouse.core.chance import HasChance
from cardhouse.core.flat import Cells, Flat
from cardhouse.games.moves import Numbering
from cardhouse.games.observed import SCORE, Observed
from cardhouse.games.option import Option
from cardhouse.games.refusal import BadSetup, shown
from cardhouse.games.shape import Given, Json, Outcome, Told
from cardhouse.games.tally import Tally
from cardhouse.games.words import Words

PLAYING, WON, LOST, OVER = 0, 1, 2, 3
OUTCOMES: tuple[Outcome, ...] = ("playing", "won", "lost", "over")

GAME_OVER = ("ended", "The game is over.")
"""Why a move is refused after the end: a code, and a sentence."""

LEGAL = 0
"""What `refusal` answers for a move that is allowed."""

LAST_MOVE = -1
"""What `opens` answers for a move after which there is no other."""


class Ending(NamedTuple):
    """One way in which a game can end; the first of its list is that it has not."""

    outcome: int
    """What it comes to."""
    why: str
    """Why it has ended, in a few words."""


class State(HasChance, Flat, Protocol):
    """The whole of any game, flat (see `cardhouse.core.flat`)."""

    score: int
    """Points made so far."""


S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Rules(Protocol[S]):
    """What is allowed and what happens."""

    @property
    def State(self) -> type[S]:
        """The whole game; a class."""

    @property
    def MOVES(self) -> int:
        """How many moves there are; a move is a number below it, and keeps its meaning."""

    @property
    def ROOM(self) -> int:
        """How many numbers `mark_legal` needs room for."""

    @property
    def KNOBS(self) -> Mapping[str, tuple[int, int]]:
        """Constants that a balance study may change, and how far."""

    def deal(self, s: S) -> None:
        """Start a game; the key and the options are in *s* already."""

    def refusal(self, s: S, move: int) -> int:
        """Return why *move* is not allowed now, or ``LEGAL``; changes nothing."""

    def is_legal(self, s: S, move: int) -> bool:
        """Return whether *move* is allowed now; changes nothing."""

    def mark_legal(self, s: S, legal: Cells, room: Cells, /) -> None:
        """Write into *legal*, for every move, whether it is allowed now; *room* is to work in."""

    def apply(self, s: S, move: int) -> None:
        """Play a legal *move*; it is not checked."""

    def outcome(self, s: S) -> int:
        """Return ``PLAYING``, ``WON``, ``LOST`` or ``OVER``; changes nothing."""

    def given_up(self, s: S, /) -> int:
        """ALL-9: return what a game comes to that its player ends: ``LOST`` or ``OVER``."""

    def rekey(self, s: S, salt: int) -> None:
        """Replace the random key and all that is hidden by what might as well be (ALL-3)."""


class Prospects(Protocol[S_contra]):
    """What bots and hints ask besides: guesses, as far as a player can know."""

    def worth(self, s: S_contra, move: int) -> int:
        """Return the points that a legal *move* gains at once."""

    def opens(self, s: S_contra, move: int) -> int:
        """Return the points that a legal *move* lets the next one gain.

        It is ``LAST_MOVE`` where a player can know that no move will follow.
        """

    def spends(self, s: S_contra, move: int) -> bool:
        """Return whether a legal *move* uses up what does not come back."""

    def is_free(self, s: S_contra, move: int) -> bool:
        """Return whether a legal *move* costs no time: as many others can follow as before."""

    def prospects(self, s: S_contra) -> int:
        """Return how many moves are worth a look: every legal one, and perhaps others."""

    def prospect(self, s: S_contra, i: int) -> int:
        """Return the move that is number *i* of those, each once."""


class Notation(Protocol[S_contra]):
    """How moves are written, and why one is refused."""

    def move_text(self, move: int) -> str:
        """Write a move."""

    def parse_move(self, text: str) -> int:
        """Read a move, or raise `IllegalMove`: the inverse of `move_text`."""

    def refusal_text(self, s: S_contra, refusal: int, words: Words, /) -> tuple[str, str]:
        """Return a refusal's reason, as a code, and the sentence for the player (ALL-2)."""


class View(Protocol[S_contra]):
    """What a player sees, and positions set by hand."""

    @property
    def View(self) -> type:
        """The shape of a view: a `TypedDict`."""

    @property
    def FOLLOWING(self) -> Sequence[str]:
        """Keys that follow from the others, and are not read."""

    def view(self, s: S_contra) -> Given:
        """Return what the table shows, ready for JSON (ALL-3)."""

    def describe(self, s: S_contra, move: int, words: Words, /) -> str:
        """Say what a legal *move* would make."""

    def place(self, s: S_contra, position: Given) -> None:
        """Lay a position, any keys of a view, on a dealt game's table: the inverse of `view`."""


class EventsOf(Protocol):
    """What just happened, as a player is told."""

    @property
    def EVENTS(self) -> Mapping[str, type]:
        """The shape of each event, a `TypedDict`, by the event's name."""

    def event_dicts(self, told: Iterable[tuple[int, ...]], words: Words, /) -> list[Told]:
        """Return what the rules told, ready for JSON: each event, its facts, and a text."""


class Options(Protocol[S_contra]):
    """What can be chosen before the deal."""

    @property
    def OPTIONS(self) -> Sequence[Option]:
        """Each option, declared once."""

    def settle(self, options: Json, given: Given) -> None:
        """Change those *options* that follow from others that were *given*."""

    def set_options(self, s: S_contra, options: Given) -> None:
        """Write options into a fresh state."""

    def options_of(self, position: Given) -> Json:
        """Return the options that a position, by the keys of a view, stands for."""


class Preview(Protocol[S_contra]):
    """What the next move may bring, where that is up to chance."""

    def preview(self, s: S_contra, words: Words, /, rounds: int = ...) -> Json:
        """Return it, ready for JSON; changes nothing."""


class Level(Protocol):
    """A row of a game's levels: a named tuple."""

    @property
    def name(self) -> str:
        """What the level is called."""

    def _asdict(self) -> Json: ...


def _no_flaw(_: Given) -> str:
    return ""


@dataclass(frozen=True)
class Levels:
    """The levels of a game, and how their numbers may be changed to study them."""

    rows: Sequence[Level] = ()
    numbers: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)
    """The numbers of a row: where a state has each, and how far it may go."""
    flaw: Callable[[Given], str] = _no_flaw
    """Says what is wrong with the numbers of a level, if anything is."""
    rule: str = ""
    """The rule that says how often a level should be won."""

    def row(self, values: Given) -> Level:
        """Return a row of other values, by the names that those of `rows` have."""
        return cast(Callable[..., Level], type(self.rows[0]))(**values)


@dataclass(frozen=True)
class Roster:
    """Things that an option names, one or several at once: jokers, say."""

    option: str = ""
    """The option that names them."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What each does, by its name."""
    move: int = 0
    """The move by which they are measured: it is played until the end."""


def _plain() -> Any:
    """Return what a game has that says nothing about it."""
    from cardhouse.games import plain  # noqa: PLC0415 (it is written over what is here)

    return plain


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game: all that others need to know of it."""

    name: str
    """The short name, as typed in a terminal: ``boom``."""
    title: str
    """The name as printed: ``Poker Boom``."""
    version: int
    """The version of its rules and of its move numbers; any change to either raises it."""
    rules: Rules[S]
    """What is allowed and what happens."""
    notation: Notation[S]
    """How moves are written."""
    view: View[S]
    """What a player sees."""
    prospects: Prospects[S] = field(default_factory=_plain)
    """What bots and hints ask besides."""
    events: EventsOf = field(default_factory=_plain)
    """What just happened."""
    options: Options[S] = field(default_factory=_plain)
    """What can be chosen before the deal."""
    hands: Callable[[], list[Json]] = list
    """Lists the hands and what they are worth, the weakest first; perhaps none."""
    moves: Numbering = field(default_factory=Numbering)
    """The kinds of its moves, in the order of their numbers."""
    levels: Levels = field(default_factory=Levels)
    """Its levels, perhaps none."""
    roster: Roster = field(default_factory=Roster)
    """What an option of it names, perhaps nothing."""
    target: str = ""
    """The field of its state with the score that wins, if it has one."""
    observed: Sequence[Observed] = (SCORE,)
    """What is observed of it by who learns to play it."""
    longest: int = 1_000
    """After how many steps an environment cuts an episode off."""
    tallies: Sequence[Tally] = ()
    """What studies count in it."""
    preview: Preview[S] | None = None
    """What the next move may bring."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The modules of bots that know this game, by the bots' names."""
    adviser: str = "greedy"
    """The bot whose move a hint is: the best that answers in a tenth of a second, interpreted."""
    screen: str = "cardhouse.terminal.plain"
    """The module of its screen in a terminal."""

    def __hash__(self) -> int:
        """Tell games apart by their names."""
        return hash((self.name, self.version))

    @property
    def rules_module(self) -> ModuleType:
        """The rules, as a module."""
        return cast(ModuleType, self.rules)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a view."""
        return tuple(self.view.View.__annotations__)

    @property
    def contract(self) -> tuple[ModuleType, ...]:
        """The modules that fill what loops and bots are written over."""
        return cast(tuple[ModuleType, ...], (self.rules, self.prospects))

    @property
    def defaults(self) -> Json:
        """The options that are played with unless others are chosen."""
        return {option.name: option.default for option in self.options.OPTIONS}

    def read_options(self, given: Given) -> Json:
        """Return *given* with every option filled in.

        :raises BadSetup: if an option or its value is unknown.
        """
        known = {option.name: option for option in self.options.OPTIONS}
        for name in given:
            if name not in known:
                others = f"it has {', '.join(known)}" if known else "it has none"
                sentence = f"{self.title} has no option {shown(name)}; {others}"
                raise BadSetup("unknown_option", sentence)
        options = {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        self.options.settle(options, given)
        return options

    def told(self, s: S, words: Words) -> list[Json]:
        """Return what happened since this was last asked, ready for JSON."""
        events = self.events.event_dicts(s.events, words)
        s.events.clear()
        return cast(list[Json], events)

    def prepared(self, given: Given) -> S:
        """Return a fresh state with options in place, not dealt.

        :raises BadSetup: if an option or its value is unknown.
        """
        s = self.rules.State()
        self.options.set_options(s, self.read_options(given))
        return s


AnyGame: TypeAlias = Game[Any]
"""A game of which it does not matter what its state is."""
