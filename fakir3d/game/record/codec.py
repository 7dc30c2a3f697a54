"""Values of a game to lines of its record, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import block_from_json, block_to_json
from fakir3d.block.faults import faults
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.policy import Policy
from fakir3d.crosscheck.verdict import Verdict
from fakir3d.errors import RecordError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.format import EngineLine, EngineModel, HeaderLine, MoveLine, SeatModel
from fakir3d.game.record.motion_codec import PackedMotion, pack_motion, unpack_motion
from fakir3d.game.record.text_diff import apart, short
from fakir3d.game.setup import Header, Seat, check_header
from fakir3d.motion import Snapshot, pose_fault
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import ENGINES
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import EngineInfo
from fakir3d.rules import Move, Outcome, advance, predict
from fakir3d.rules.state import FallRule, Options, Setup, State, UnsupportedPlant
from fakir3d.rules.sticks import Mode, Stick

_MOST_FAULTS = 3


def header_line(header: Header) -> HeaderLine:
    """Return a game's header as the first line of its record."""
    setup = header.setup
    return HeaderLine(
        block=block_to_json(header.spec),
        mode=setup.mode.value,
        sticks=setup.sticks,
        options={"fall": setup.options.fall.value, "unsupported_plant": setup.options.unsupported_plant.value},
        seats=tuple(SeatModel(name=seat.name, kind=seat.kind) for seat in header.seats),
        first=setup.first,
        seed=header.seed,
        policy=header.policy.value,
        engine=engine_line(header).engine,
    )


def engine_line(header: Header) -> EngineLine:
    """Return the line that says which engine makes the moves from here on."""
    info, config = header.engine, header.config
    return EngineLine(engine=EngineModel(name=info.name, version=info.version, config=config.to_json()))


def read_header(line: HeaderLine) -> Header:
    """Return the header that a line writes.

    Raises:
        FakirError: saying what in it is invalid.
    """
    spec = block_from_json(line.block, "block")
    _check_fit(spec)
    setup = Setup(lattice_of(spec), Mode(line.mode), line.sticks, _options(line.options), line.first)
    seats = tuple(Seat(seat.name, seat.kind) for seat in line.seats)
    info, config = _engine(line.engine)
    header = Header(spec, setup, seats, line.seed, Policy(line.policy), info, config)
    check_header(header)
    return header


def read_engine(line: EngineLine, header: Header) -> Header:
    """Return the header from this line on."""
    info, config = _engine(line.engine)
    return replace(header, engine=info, config=config)


def _check_fit(spec: BlockSpec) -> None:
    found = faults(spec)
    if found:
        count = "1 fault" if len(found) == 1 else f"{len(found)} faults, the first of them"
        told = "; ".join(f"{fault.field}: {fault.text}" for fault in found[:_MOST_FAULTS])
        raise RecordError(f"{count}: {told}", field="block")


def _engine(model: EngineModel) -> tuple[EngineInfo, PhysicsConfig]:
    # One that is merely missing here will do: the game can be seen again, and gone on with by another engine.
    if model.name not in ENGINES:
        raise RecordError(f"there is no engine {short(model.name)}; engines are {', '.join(ENGINES)}")
    return EngineInfo(model.name, model.version), PhysicsConfig.from_json(model.config)


def _options(texts: Mapping[str, str]) -> Options:
    if set(texts) != {"fall", "unsupported_plant"}:
        raise RecordError(f"options are fall and unsupported_plant, not {', '.join(texts) or 'none'}")
    try:
        return Options(FallRule(texts["fall"]), UnsupportedPlant(texts["unsupported_plant"]))
    except ValueError as error:
        raise RecordError(str(error), field="options") from error


def move_line(played: PlayedMove) -> MoveLine:
    """Return a turn as a line of the record."""
    return MoveLine(
        n=played.number,
        move=str(played.move),
        script=played.script.to_json(),
        predicted=str(played.predicted),
        observed=str(played.observed),
        verdict=str(played.verdict),
        taken=str(played.taken),
        note=played.note,
        tries=played.tries,
        state=str(played.after),
        poses={name: pose.tolist() for name, pose in played.snapshot.as_dict().items()},
        motion=pack_motion(played.recording, played.start),
    )


def read_move(line: MoveLine, before: State, start: Snapshot) -> PlayedMove:
    """Return the move that a line writes, checked against the rules: legal, foretold as they foretell, led on rightly.

    Raises:
        FakirError: saying what in it is invalid.
    """
    script = Script.from_json(line.script)
    if Move.parse(line.move) != script.move:
        raise RecordError(f"the move is {line.move}, its script's is {script.move}")
    predicted = predict(before, script.move)
    taken = Outcome.parse(line.taken)
    after = advance(before, script.move, taken)
    _same("predicted", line.predicted, str(predicted))
    _same("state", line.state, str(after))
    _check_moved(line.motion, start, before.stick_of(script.move))
    return PlayedMove(
        number=line.n,
        move=script.move,
        script=script,
        predicted=predicted,
        observed=Outcome.parse(line.observed),
        verdict=Verdict.parse(line.verdict),
        taken=taken,
        before=before,
        after=after,
        start=start,
        snapshot=_poses(line.poses, after),
        recording=unpack_motion(line.motion, start),
        note=line.note,
        tries=line.tries,
    )


def _same(field: str, written: str, right: str) -> None:
    if written != right:
        was, would_be = apart(written, right)
        raise RecordError(f"{field} is '{was}'; by the rules it is '{would_be}'")


def _check_moved(packed: PackedMotion, start: Snapshot, in_hand: Stick | None) -> None:
    strange = set(packed.sticks) - set(start.names) - {str(in_hand)}
    if strange:
        told = f"{short(min(strange))} is neither in the block nor in the hand that moves"
        raise RecordError(told, field="motion.sticks")


def _poses(poses: Mapping[str, list[float]], state: State) -> Snapshot:
    inside = {str(standing.stick) for standing in state.standing.values()} | {str(s) for s in state.pierced.values()}
    if set(poses) != inside:
        wrong = ", ".join(sorted(set(poses) ^ inside))
        raise RecordError(f"poses are not those of the sticks in the block: {wrong} too many or missing")
    for name, pose in poses.items():
        if fault := pose_fault(pose):
            raise RecordError(f"is no pose: {fault}", field=f"poses.{name}")
    return Snapshot.of(poses)
