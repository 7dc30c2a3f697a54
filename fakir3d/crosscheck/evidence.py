"""Is a performance evidence at all: of the act that was asked for, whole, and of the position that came of it?

``compare`` holds outcomes against each other; these checks hold a performance against what it says of itself, and the
next position against the poses. A worker that loses frames, answers for another act, or a position that drifts away
from its sticks would otherwise pass for agreement.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

import numpy as np

from fakir3d.block.names import Axis, Bore
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.verdict import Discrepancy, Kind
from fakir3d.motion import GRAVITY_M_S2, Recording, Snapshot, axes_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import FOOT_M, SIDE_M
from fakir3d.rules.moves import Discard, Hand, Pierce, Pull
from fakir3d.rules.outcome import Fate
from fakir3d.rules.state import State

_SAME_S = 1e-9
_SAME_M = 1e-6
"""Engines count in units of their own; a pose put in and read back differs by less than this."""
_QUIET = 1.5
"""Between two frames a stick may be this many times as fast as the certificate allows at them."""
_FASTEST = 1.5
"""A stick is at most this many times as fast as the hand, or as a fall from above the block makes it."""
_FREE_AIR = 3.0


def substituted(
    snapshot: Snapshot, script: Script, engine: str, config: PhysicsConfig, performance: Performance
) -> Iterator[Discrepancy]:
    """Yield what shows that another act was performed than the one asked for.

    Args:
        snapshot: the poses it should have started from.
        script: what the hand should have done.
        engine: which engine should have performed it.
        config: with which numbers.
        performance: what was performed.
    """
    if performance.before != snapshot:
        names = sorted(_moved(snapshot, performance.before))
        yield Discrepancy(Kind.OTHER_ACT, names[0] if names else "", "the poses asked for", "other poses at its start")
    if performance.engine.name != engine:
        yield Discrepancy(Kind.OTHER_ACT, "", engine, performance.engine.name)
    if performance.config != config:
        asked, used = config.to_json(), performance.config.to_json()
        wrong = next(name for name in asked if asked[name] != used[name])
        yield Discrepancy(Kind.OTHER_ACT, "", f"{wrong} {asked[wrong]}", f"{wrong} {used[wrong]}")
    yield from _hand(script, performance)


def recorded(spec: BlockSpec, script: Script, performance: Performance) -> Iterator[Discrepancy]:
    """Yield what is wrong with a recording: its clock, its two ends, its quiet end, the way between.

    Args:
        spec: the block.
        script: what the hand did.
        performance: what was performed.
    """
    for expected, seen in chain(_clock(performance), _ends(script, performance), _way(spec, script, performance)):
        yield Discrepancy(Kind.RECORDING, "", expected, seen)
    for name in _inside(spec, performance):
        yield Discrepancy(Kind.MISPLACED, name, "taken out of the block", "still in it")


def misplaced(spec: BlockSpec, state: State, snapshot: Snapshot) -> Iterator[Discrepancy]:
    """Yield the sticks that are not where a position says, by the document's millimetres.

    Args:
        spec: the block's document.
        state: the position.
        snapshot: the poses that belong to it.
    """
    standing = {str(each.stick): (hole, each.on) for hole, each in state.standing.items()}
    pierced = {str(stick): bore for bore, stick in state.pierced.items()}
    placed, posed = standing.keys() | pierced.keys(), set(snapshot.names)
    for name in sorted(placed ^ posed):
        where = standing[name][0] if name in standing else pierced.get(name, "not in the block")
        yield Discrepancy(Kind.MISPLACED, name, str(where), "away" if name in placed else "in the block")
    if placed != posed or not placed:
        return
    axes, row = axes_of(snapshot.poses), {name: place for place, name in enumerate(snapshot.names)}
    half = (spec.stick_length_m - spec.stick_diameter_m) / 2
    ends = np.stack((snapshot.poses[:, :3] - half * axes, snapshot.poses[:, :3] + half * axes), axis=1).tolist()
    for name, (hole, on) in standing.items():
        foot, _ = ends[row[name]]
        fault = _off_hole(spec, foot, spec.centre_m(hole))
        fault = fault or _off_floor(spec, state, foot[2] - spec.stick_diameter_m / 2, on)
        if fault:
            yield Discrepancy(Kind.MISPLACED, name, f"{hole} on {on}", fault)
    for name, bore in pierced.items():
        fault = _off_bore(spec, bore, ends[row[name]])
        if fault:
            yield Discrepancy(Kind.MISPLACED, name, str(bore), fault)


def _off_hole(spec: BlockSpec, foot: list[float], centre: tuple[float, float]) -> str | None:
    room = (spec.hole_diameter_m - spec.stick_diameter_m) / 2 + SIDE_M
    off = max(abs(foot[0] - centre[0]), abs(foot[1] - centre[1]))
    return None if off <= room else f"{off * 1000:.1f} mm off the hole"


def _off_floor(spec: BlockSpec, state: State, foot_m: float, on: Bore) -> str | None:
    """Return how far a foot is from its floor; a stick that hangs (R12) may be anywhere above its empty bore."""
    off = foot_m - spec.foot_m(on)
    right = abs(off) <= FOOT_M if on in state.pierced else off >= -FOOT_M
    return None if right else f"foot {off * 1000:+.1f} mm"


def _off_bore(spec: BlockSpec, bore: Bore, ends: list[list[float]]) -> str | None:
    along, across = (0, 1) if bore.axis is Axis.X else (1, 0)
    room = (spec.bore_diameter_m - spec.stick_diameter_m) / 2 + SIDE_M
    line, height = spec.line_m(bore), spec.height_m(bore)
    off = max(max(abs(end[across] - line), abs(end[2] - height)) for end in ends)
    if not off <= room:
        return f"{off * 1000:.1f} mm off the bore"
    reach = (spec.depth_m(bore.axis) - spec.stick_diameter_m) / 2
    low, high = sorted(end[along] for end in ends)
    return None if low <= -reach and high >= reach else "not right through"


def _hand(script: Script, performance: Performance) -> Iterator[Discrepancy]:
    """Yield whether the hand was at another mouth than its script says."""
    match script.move:
        case Pierce(bore):
            frame = 0
        case Pull(bore) | Discard(Bore() as bore):
            frame = -1
        case _:
            return
    recording, along = performance.recording, 0 if bore.axis is Axis.X else 1
    if script.stick in recording.names and len(recording.poses):
        side = float(recording.poses[frame, recording.names.index(script.stick), along])
        if side * script.side <= 0:
            yield Discrepancy(Kind.OTHER_ACT, script.stick, f"hand at side {script.side}", f"at {side * 1000:.1f} mm")


def _clock(performance: Performance) -> Iterator[tuple[str, str]]:
    recording, config = performance.recording, performance.config
    count = len(recording.times_s)
    frame_s = config.stride * config.dt_s
    if not count or np.abs(recording.times_s - np.arange(count) * frame_s).max() > _SAME_S:
        yield f"a frame every {frame_s * 1000:.2f} ms", "another rhythm"
    elif abs(recording.duration_s - performance.rest.simulated_s) > _SAME_S:
        yield f"{performance.rest.simulated_s:.3f} s long", f"{recording.duration_s:.3f} s"


def _ends(script: Script, performance: Performance) -> Iterator[tuple[str, str]]:
    """Yield whether the first frame is not the start, the last not the end, and who is in it."""
    recording, before, after = performance.recording, performance.before, performance.after
    hand = isinstance(script.move, Discard) and isinstance(script.move.place, Hand)
    names = set(before.names) | (set() if hand else {script.stick})
    if set(recording.names) != names or not names.issuperset(after.names):
        other = sorted(names.symmetric_difference(recording.names) | set(after.names).difference(names))
        yield "the sticks of the act", f"others: {', '.join(other)}"
        return
    for what, frame, snapshot in (("begins", 0, before), ("ends", -1, after)):
        if len(recording.poses) and not _shows(recording, frame, snapshot):
            yield f"{what} where the act {what}", "elsewhere"


def _shows(recording: Recording, frame: int, snapshot: Snapshot) -> bool:
    rows = [recording.names.index(name) for name in snapshot.names]
    seen, wanted = recording.poses[frame, rows], snapshot.poses
    off = np.abs(seen - wanted)
    # A quaternion and its negative are one turn.
    turned = np.minimum(off[:, 3:], np.abs(seen[:, 3:] + wanted[:, 3:]))
    return bool((off[:, :3] <= _SAME_M).all() and (turned <= _SAME_M).all())


def _way(spec: BlockSpec, script: Script, performance: Performance) -> Iterator[tuple[str, str]]:
    """Yield whether a stick is faster than a hand or a fall, or still moves when the certificate says it rests."""
    recording, config, rest = performance.recording, performance.config, performance.rest
    if len(recording.times_s) < 2:
        return
    frame_s = config.stride * config.dt_s
    steps = np.diff(recording.poses[:, :, :3], axis=0)
    speeds = np.sqrt(np.einsum("tni,tni->tn", steps, steps).max(axis=1, initial=0.0)) / frame_s
    drop_m = spec.size_m[2] + 2 * spec.stick_length_m
    hand_m_s = _FREE_AIR * script.speed_m_s * config.hand_speed
    fastest = _FASTEST * max(hand_m_s, math.sqrt(2 * GRAVITY_M_S2 * drop_m))
    # Written so that what is no number counts as a fault.
    if not speeds.max() <= fastest:
        yield f"at most {fastest:.1f} m/s", f"{speeds.max():.1f} m/s"
    quiet = max(1, round(config.rest_hold_s / frame_s))
    limit = _QUIET * config.rest_speed_m_s
    if rest.settled and not speeds[-quiet:].max() <= limit:
        yield f"at rest, below {limit * 1000:.0f} mm/s", f"{speeds[-quiet:].max() * 1000:.0f} mm/s"


def _inside(spec: BlockSpec, performance: Performance) -> Iterator[str]:
    """Yield the sticks that the hand took out, and that are in the block at the end all the same."""
    recording = performance.recording
    gone = {str(fall.stick) for fall in performance.outcome.falls if fall.to is Fate.GONE}
    for name in set(recording.names).difference(performance.after.names, gone):
        pose = recording.poses[-1, recording.names.index(name)]
        reach = (spec.stick_length_m - spec.stick_diameter_m) / 2 * axes_of(pose[np.newaxis])[0]
        low, high = pose[:3] - np.abs(reach), pose[:3] + np.abs(reach)
        half = np.array((spec.size_m[0] / 2, spec.size_m[1] / 2))
        if (low[:2] < half).all() and (high[:2] > -half).all() and low[2] < spec.size_m[2]:
            yield name


def _moved(one: Snapshot, other: Snapshot) -> set[str]:
    """Return the sticks that two snapshots do not have at the same place."""
    ours, theirs = one.as_dict(), other.as_dict()
    both = ours.keys() & theirs.keys()
    return set(ours) ^ set(theirs) | {name for name in both if ours[name].tobytes() != theirs[name].tobytes()}
