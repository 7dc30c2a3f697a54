"""The list of planted faults, each with its name and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.lab.faults import answers as plumbing
from fakir3d.lab.faults import block, engine, rules
from fakir3d.lab.faults.answers import ChangedRequest, Damaged, Question
from fakir3d.lab.faults.engine import Delegate, Numbers, Wrapped
from fakir3d.physics.engines import WorldOpener
from fakir3d.physics.performance import Performance
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """A planted fault.

    Attributes:
        name: what it goes by.
        where: ``rules``, ``position``, ``block``, ``engine`` or ``answer``.
        planted: what is wrong, in a sentence.
        witnesses: who lies, and all others.
        bodies: whether it needs an engine of rigid bodies; straight falls know no walls, friction, slopes or bounce.
    """

    name: str
    where: str
    planted: str
    pipeline: Pipeline
    bodies: bool = False


def _foretold(name: str, planted: str, predict: Callable[[State, Move], Outcome]) -> InjectedFault:
    return InjectedFault(name, "rules", planted, Pipeline(name, predict=predict))


def _written(name: str, planted: str, advance: Callable[[State, Move, Outcome], State]) -> InjectedFault:
    return InjectedFault(name, "position", planted, Pipeline(name, advance=advance))


def _wood(
    name: str, planted: str, solids: Callable[[BlockSpec], tuple[Box, ...]], *, bodies: bool = False
) -> InjectedFault:
    return InjectedFault(name, "block", planted, Pipeline(name, solids=solids), bodies)


def _told(name: str, planted: str, told: Callable[[BlockSpec], BlockSpec]) -> InjectedFault:
    return InjectedFault(name, "block", planted, Pipeline(name, block=told))


def _opened(name: str, planted: str, opener: WorldOpener, *, bodies: bool = False) -> InjectedFault:
    return InjectedFault(name, "engine", planted, Pipeline(name, opener=opener), bodies)


def _over(name: str, planted: str, over: type[Delegate], *, bodies: bool = False) -> InjectedFault:
    return _opened(name, planted, Wrapped(over), bodies=bodies)


def _damaged(name: str, planted: str, damage: Callable[[BlockSpec, Performance], Performance]) -> InjectedFault:
    return InjectedFault(name, "answer", planted, Pipeline(name, perform=Damaged(damage)))


def _asked(name: str, planted: str, change: Callable[[Question], Question], *, bodies: bool = False) -> InjectedFault:
    return InjectedFault(name, "answer", planted, Pipeline(name, perform=ChangedRequest(change)), bodies)


FAULTS: tuple[InjectedFault, ...] = (
    _foretold("floor-too-high", "the first stick that falls stops one floor too high", rules.floor_too_high),
    _foretold("floor-too-low", "sticks fall one floor too low", rules.floor_too_low),
    _foretold("lowest-first", "what lies under a hole is read lowest first", rules.lowest_first),
    _foretold("wrong-column", "supports are looked for under the next hole of the row", rules.neighbours_column),
    _foretold("columns-mirrored", "falls are told of the hole on the block's other side", rules.columns_mirrored),
    _foretold("table-forgotten", "what falls to the table ends on the lowest bore", rules.table_forgotten),
    _foretold("plant-too-deep", "a planted stick falls past the first one under it", rules.through_the_first),
    _foretold("fall-forgotten", "of sticks that fall together one is forgotten", rules.fall_forgotten),
    _foretold("discard-holds", "a discard lets nothing fall", rules.discard_holds),
    _foretold("exchange-too-high", "an exchanged stick stands one floor too high", rules.exchange_too_high),
    _foretold("blocking-ignored", "every pierce goes through", rules.blocking_ignored),
    _foretold("crossing-ignored", "pierced sticks do not block each other", rules.crossing_ignored),
    _foretold("blocked-beneath", "sticks that stand higher than a bore block it, too", rules.blocked_beneath),
    _foretold("one-invisible", "the first standing stick is not seen", rules.one_invisible),
    _written("wrong-bore-written", "a pierced stick is written into another bore", rules.wrong_bore_written),
    _written("support-not-written", "a fall onto a stick is not written down", rules.support_not_written),
    _written("gone-stays-written", "a stick on the table stays in the position", rules.gone_stays_written),
    _written("sticks-confused", "two standing sticks are written under each other's name", rules.sticks_confused),
    _wood("wall-missing", "the wall that holds most sticks is not there", block.wall_missing, bodies=True),
    _wood("box-missing", "the smallest of the block's boxes is not there", block.box_missing),
    _wood("bores-aside", "the lowest bores are drilled 2 mm aside", block.floor_aside),
    _wood("bores-high", "the lowest bores are drilled 2 mm too high", block.floor_high),
    _wood("columns-apart", "the columns are drilled 1 mm further apart", block.columns_apart),
    _wood("holes-narrow", "the holes are narrower than the sticks", block.holes_narrow),
    _told("sticks-short", "physics believes the sticks 4 mm shorter", block.sticks_told_short),
    _told("sticks-thick", "physics believes the sticks as thick as the holes", block.sticks_told_thick),
    _told("floor-misread", "physics believes the lowest bores 2 mm higher", block.floor_told_high),
    _told("columns-misread", "physics believes all columns 2 mm further right", block.columns_told_aside),
    _opened("friction-3", "the engine works with friction 3", Numbers((("friction", 3.0),)), bodies=True),
    _opened("bouncy", "the engine lets sticks bounce by half", Numbers((("restitution", 0.5),)), bodies=True),
    _opened("step-60", "the engine steps at 1/60 s", Numbers((("dt_s", 1 / 60),))),
    _opened("tilted", "a tenth of gravity pulls to one side", engine.tilted, bodies=True),
    _over("slow-clock", "only every second step is taken", engine.Slow),
    _over("asleep", "sticks that stand still fall asleep and float", engine.Asleep),
    _over("asleep-late", "they fall asleep after two seconds", engine.AsleepLate),
    _over("certified-at-once", "the rest certificate is given while sticks fall", engine.Certified),
    _over("restless", "no rest certificate is ever given", engine.Restless),
    _over("read-too-high", "free sticks are read 2 mm too high", engine.TooHigh),
    _over("hand-deaf", "nothing stops the hand", engine.Deaf),
    _over("hand-short", "the hand stops after four fifths of its way", engine.HandShort),
    _over("hand-aside", "the hand is 2 mm beside its way", engine.HandAside),
    _damaged("frames-late", "every frame is recorded one frame late", plumbing.one_frame_late),
    _damaged("chunk-lost", "the second chunk of every motion is lost", plumbing.chunk_lost),
    _damaged("chunk-twice", "the first chunk is sent again as the second", plumbing.chunk_twice),
    _damaged("snapshot-nudged", "one stick is handed on 0.01 mm off", plumbing.snapshot_nudged),
    _damaged("snapshot-stale", "the poses from before the act are handed on", plumbing.snapshot_stale),
    _damaged("poses-rounded", "poses are handed on rounded to 0.1 mm", plumbing.poses_rounded),
    _damaged("mirrored", "right and left change places in the answer", plumbing.mirrored),
    _damaged("names-shuffled", "two sticks change names in the answer", plumbing.names_shuffled),
    _damaged("gone-read-as-resting", "a stick on the table is read as resting", plumbing.gone_read_as_resting),
    _damaged("fall-lost", "the first fall of the answer is lost", plumbing.fall_lost),
    InjectedFault(
        "told-to-suit",
        "answer",
        "physics repeats the lie that the rules tell",
        Pipeline("told-to-suit", predict=rules.floor_too_high, perform=Damaged(plumbing.raised)),
    ),
    _asked("other-side", "the hand comes from the other side", plumbing.other_side),
    _asked("other-place", "the hand pierces or plants somewhere else", plumbing.hand_elsewhere),
    _asked("other-numbers", "the act is performed with three times the friction", plumbing.other_numbers),
    _asked("other-engine", "the ideal engine answers for the one asked", plumbing.ideal_instead, bodies=True),
    _asked("start-nudged", "the act begins with one stick 0.01 mm off", plumbing.start_nudged),
)
"""Every planted fault, by where it sits."""
