"""Flat state: one declaration, two layouts, and what is done with either."""

from dataclasses import dataclass, fields

import numpy as np
import pytest

from cardhouse import GAMES
from cardhouse.agents.luck import Luck
from cardhouse.core.flat import (
    SILENT,
    WIDTHS,
    Cells,
    Events,
    Slot,
    cells,
    copy_state,
    digest_of,
    event_log,
    flatten,
    layout_of,
    note_log,
    number,
    remember,
    tell,
)
from cardhouse.core.twin import Engine, twin_of
from cardhouse.engine.records import as_record, blank_records, record_type


@dataclass(slots=True)
class Toy:
    """A field of every width, single and in a row, and an event log in the middle."""

    row: Cells = cells(3, "int8")  # noqa: RUF009 (it declares a field)
    score: int = number()
    narrow: int = number("int8")
    short: int = number("int16")
    events: Events = event_log()  # noqa: RUF009
    middle: int = number("int32")
    words: Cells = cells(2, "uint32")  # noqa: RUF009
    wide: Cells = cells(1)  # noqa: RUF009


@dataclass(slots=True)
class Noting:
    """A state that keeps notes."""

    score: int = number()
    events: Events = event_log()  # noqa: RUF009
    notes: Events = note_log()  # noqa: RUF009


LAYOUT = layout_of(Toy)
STATES = [Toy, Luck, *(game.rules.State for game in GAMES.values())]


def toy():
    return Toy([1, -2, 3], 2**62, -128, 32767, [(9, 9)], -(2**31), [0, 2**32 - 1], [-(2**63)])


# -- declaring ----------------------------------------------------------------


def test_a_layout_lists_the_fields_in_order_without_the_event_log():
    assert layout_of(Toy) == (
        Slot("row", 3, "int8"),
        Slot("score", 0, "int64"),
        Slot("narrow", 0, "int8"),
        Slot("short", 0, "int16"),
        Slot("middle", 0, "int32"),
        Slot("words", 2, "uint32"),
        Slot("wide", 1, "int64"),
    )


def test_a_fresh_state_is_all_zero():
    assert Toy() == Toy([0, 0, 0], 0, 0, 0, [], 0, [0, 0], [0])
    assert set(flatten(Toy(), LAYOUT)) == {0}


def test_two_fresh_states_share_nothing():
    first, second = Toy(), Toy()
    first.row[0] = 1
    first.events.append((1,))
    assert second.row == [0, 0, 0]
    assert second.events == []


@pytest.mark.parametrize("width", ["int7", "uint8", "uint64", "float64", "", "INT8", "int"])
@pytest.mark.parametrize("declare", [number, lambda width: cells(2, width)], ids=["one", "row"])
def test_an_unknown_width_is_refused_with_the_widths_there_are(declare, width):
    with pytest.raises(ValueError, match=f"^'{width}' is not a width; the widths are int8, "):
        declare(width)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_is_a_numpy_integer(width):
    assert np.dtype(width).kind in "iu"


@pytest.mark.parametrize("state_type", STATES)
def test_every_field_but_what_is_told_is_laid_out(state_type):
    names = [f.name for f in fields(state_type) if f.name not in ("events", "notes")]
    assert [slot.name for slot in layout_of(state_type)] == names


# -- flattening ---------------------------------------------------------------


def test_a_state_is_flattened_in_the_order_of_its_fields():
    assert flatten(toy(), LAYOUT) == [
        *(1, -2, 3, 2**62, -128, 32767, -(2**31), 0, 2**32 - 1, -(2**63))
    ]


def test_both_layouts_are_flattened_to_the_same_plain_integers():
    flat = flatten(as_record(toy()), LAYOUT)
    assert flat == flatten(toy(), LAYOUT)
    assert {type(value) for value in flat} == {int}


@pytest.mark.parametrize("state_type", STATES)
def test_a_blank_record_is_a_fresh_state(state_type):
    record = blank_records(state_type, 2)[1]
    assert flatten(record, layout_of(state_type)) == flatten(state_type(), layout_of(state_type))


@pytest.mark.parametrize("state_type", STATES)
def test_records_have_the_same_names_and_are_aligned(state_type):
    record = record_type(state_type)
    assert record.names == tuple(slot.name for slot in layout_of(state_type))
    assert record.isalignedstruct
    for name, size, width in layout_of(state_type):
        field, offset = record.fields[name][:2]
        assert (field.base, field.shape) == (np.dtype(width), (size,) if size else ())
        assert offset % field.base.itemsize == 0
    assert record.itemsize % max(record[name].base.itemsize for name in record.names) == 0


# -- copying ------------------------------------------------------------------


def test_a_copy_is_equal_and_starts_with_an_empty_event_log():
    s = toy()
    copy = copy_state(s)
    assert type(copy) is Toy
    assert flatten(copy, LAYOUT) == flatten(s, LAYOUT)
    assert copy.events == []
    assert s.events == [(9, 9)]


def test_a_copy_shares_nothing_with_the_original():
    s = toy()
    before = flatten(s, LAYOUT)
    copy = copy_state(s)
    copy.score = 1
    for name in ("row", "words", "wide"):
        getattr(copy, name)[0] = 7
    tell(copy, 1)
    assert flatten(s, LAYOUT) == before
    assert s.events == [(9, 9)]


# -- digests ------------------------------------------------------------------


def changed(s, name, size):
    """Yield *s* with one number of a field changed, each in turn."""
    for i in range(max(size, 1)):
        copy = copy_state(s)
        if size:
            getattr(copy, name)[i] += 1
        else:
            setattr(copy, name, getattr(copy, name) + 1)
        yield copy


@pytest.mark.parametrize("state_type", STATES)
def test_a_digest_changes_with_every_single_number(state_type):
    layout = layout_of(state_type)
    digests = [digest_of(state_type(), layout)]
    for name, size, _ in layout:
        digests += [digest_of(s, layout) for s in changed(state_type(), name, size)]
    assert len(digests) == len(flatten(state_type(), layout)) + 1
    assert len(set(digests)) == len(digests)


def test_a_digest_is_a_short_text_and_the_same_for_both_layouts():
    digest = digest_of(toy(), LAYOUT)
    assert len(digest) == 16
    assert set(digest) <= set("0123456789abcdef")
    assert digest == digest_of(as_record(toy()), LAYOUT) == digest_of(copy_state(toy()), LAYOUT)


def test_a_digest_tells_numbers_apart_that_look_alike_when_run_together():
    first, second = Toy(row=[1, 11, 0]), Toy(row=[11, 1, 0])
    assert digest_of(first, LAYOUT) != digest_of(second, LAYOUT)


def test_what_was_told_is_no_part_of_a_state():
    s = toy()
    digest = digest_of(s, LAYOUT)
    tell(s, 1, 2, 3)
    assert digest_of(s, LAYOUT) == digest
    assert s == toy()
    assert "events" not in repr(s)


# -- telling ------------------------------------------------------------------


def test_what_is_told_is_kept_in_order():
    s = Toy()
    tell(s, 3)
    tell(s, 1, 4, 1)
    assert s.events == [(3,), (1, 4, 1)]


@pytest.mark.parametrize("size", [0, -1])
def test_a_field_has_one_cell_or_more(size):
    with pytest.raises(ValueError, match="one cell or more"):
        cells(size)


# -- remembering --------------------------------------------------------------


def noting(*told):
    s = Noting()
    for facts in told:
        tell(s, *facts)
    return s


def test_what_was_told_since_the_last_event_of_a_kind_is_kept():
    s = noting((1, 0), (3, 9), (1, 1), (2, 5), (4,))
    remember(s, 1)
    assert s.notes == [(2, 5), (4,)]
    assert s.events == [(1, 0), (3, 9), (1, 1), (2, 5), (4,)]


def test_notes_take_the_place_of_those_before():
    s = noting((1,), (2, 5))
    remember(s, 1)
    kept = s.notes
    tell(s, 1)
    tell(s, 3)
    remember(s, 1)
    assert s.notes == [(3,)]
    assert s.notes is kept
    tell(s, 1)
    remember(s, 1)
    assert s.notes == []


def test_notes_last_when_the_events_are_cleared():
    s = noting((1,), (2, 5))
    remember(s, 1)
    s.events.clear()
    assert s.notes == [(2, 5)]


def test_a_copy_keeps_the_notes_as_its_own():
    s = noting((1,), (2, 5))
    remember(s, 1)
    copy = copy_state(s)
    assert (copy.notes, copy.events) == ([(2, 5)], [])
    copy.notes.append((3,))
    tell(copy, 1)
    remember(copy, 1)
    assert s.notes == [(2, 5)]


def test_notes_are_no_part_of_a_state():
    s = noting((1,), (2, 5))
    digest = digest_of(s, layout_of(Noting))
    remember(s, 1)
    assert digest_of(s, layout_of(Noting)) == digest
    assert s == Noting()
    assert "notes" not in repr(s)
    assert layout_of(Noting) == (Slot("score", 0, "int64"),)
    assert record_type(Noting).names == ("score",)


def test_two_fresh_states_share_no_notes():
    first, second = Noting(), Noting()
    first.notes.append((1,))
    assert second.notes == []


def quiet(s, *facts):
    pass


def test_what_is_silent_in_a_twin_tells_and_keeps_nothing():
    rules = GAMES["grid"].rules
    twin = twin_of(rules, engine=Engine(instead=dict.fromkeys(SILENT, quiet)))
    loud, still = rules.State(), rules.State()
    for part, s in ((rules, loud), (twin, still)):
        part.deal(s)
        part.apply(s, 26)  # a hand
    assert still == loud
    assert loud.events
    assert loud.notes
    assert (still.events, still.notes) == ([], [])
