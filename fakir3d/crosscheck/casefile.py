"""Cases as files, ``*.case.json``: written once, read by people and programs, refused when cut or changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import from_json

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import block_from_json, block_to_json
from fakir3d.block.faults import check_fit
from fakir3d.crosscheck.case import AGREE, Case
from fakir3d.crosscheck.verdict import Kind, Verdict
from fakir3d.errors import FakirError, RecordError
from fakir3d.files import read_bounded, seal, shown, write_whole
from fakir3d.json_values import STRICT, record_error_of
from fakir3d.motion import Snapshot, pose_fault
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import EngineInfo
from fakir3d.physics.reading import origins
from fakir3d.physics.scene import scene_of
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State

CASE_FORMAT = "fakir-case"
CASE_VERSION = 1
CASE_SUFFIX = ".case.json"
_LARGEST_BYTES = 16 * 1024 * 1024
_RECORD_BEGINS = b'{"format":"fakir-record"'
"""How game records begin, to the byte: a line's chain is over its bytes."""

_Text = Annotated[str, Field(max_length=100_000)]
_Pose = Annotated[list[float], Field(min_length=7, max_length=7)]


class _Document(BaseModel):
    """The shape of a case; what the texts and tables inside it mean is checked by those whose they are."""

    model_config = STRICT

    format: Literal["fakir-case"]
    version: Literal[1]
    note: _Text
    expect: _Text
    sabotage: _Text | None
    block: dict[str, object]
    state: _Text
    snapshot: dict[str, _Pose]
    acts: Annotated[list[dict[str, object]], Field(min_length=1, max_length=10_000)]
    predicted: _Text
    observed: _Text
    verdict: _Text
    engine: dict[str, object]
    config: dict[str, object]
    sha256: _Text


def case_text(case: Case) -> str:
    """Return the document of a case: JSON, floats exact, sealed by a hash of everything in it."""
    document: dict[str, object] = {
        "format": CASE_FORMAT,
        "version": CASE_VERSION,
        "note": case.note,
        "expect": case.expect,
        "sabotage": case.sabotage,
        "block": block_to_json(case.spec),
        "state": str(case.state),
        "snapshot": {name: pose.tolist() for name, pose in case.snapshot.as_dict().items()},
        "acts": [script.to_json() for script in case.acts],
        "predicted": str(case.predicted),
        "observed": str(case.observed),
        "verdict": str(case.verdict),
        "engine": case.engine.to_json(),
        "config": case.config.to_json(),
    }
    # The document as a reader will see it: tuples have become lists.
    document = json.loads(json.dumps(document, allow_nan=False))
    document["sha256"] = seal(document)
    return _pretty(document)


def save_case(case: Case, folder: Path, stem: str) -> Path:
    """Write a case as ``folder/stem.case.json``, whole or not at all, and return its path.

    Raises:
        MisuseError: if the folder cannot be written to.
    """
    path = folder / f"{stem}{CASE_SUFFIX}"
    cannot, advice = f"cannot write the case {shown(path)}", "name another folder"
    write_whole(path, case_text(case).encode(), cannot=cannot, advice=advice)
    return path


def load_case(path: Path) -> Case:
    """Return the case in a file.

    Raises:
        MisuseError: if there is no such file.
        RecordError: if it is cut, changed, from another version, or no case at all.
    """
    too_large = RecordError(f"larger than {_LARGEST_BYTES // 1024 // 1024} MiB; no case is", source=shown(path))
    return parse_case(read_bounded(path, _LARGEST_BYTES, too_large), shown(path))


def parse_case(data: bytes, source: str) -> Case:
    """Return the case that these bytes write.

    Args:
        data: the file.
        source: what to call it in messages.

    Raises:
        RecordError: as ``load_case``.
    """
    if data.startswith(_RECORD_BEGINS):
        raise RecordError("this is a game record, not a case; fakir3d replay tells what happened in it", source=source)
    try:
        raw = from_json(data.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
    except ValueError as error:
        raise RecordError(f"cut short or no JSON ({error}); take the whole file again", source=source) from None
    document = _checked(raw, source)
    try:
        sealed = seal(raw)
    except ValueError:
        told = "holds a number too large to be one; take the file as it was written"
        raise RecordError(told, source=source) from None
    if document.sha256 != sealed:
        raise RecordError("sha256 does not fit: the file was changed after it was written", source=source)
    return _case(document, source)


def _checked(raw: object, source: str) -> _Document:
    if not isinstance(raw, dict) or raw.get("format") != CASE_FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise RecordError(f"not a case: its format is {found!r:.60}, a case's is {CASE_FORMAT!r}", source=source)
    version = raw.get("version")
    if type(version) is not int:
        raise RecordError(f"version is {version!r:.60}; it must be the number {CASE_VERSION}", source=source)
    if version > CASE_VERSION:
        newer = f"version {version!r:.60} is from a newer fakir3d; this one reads {CASE_VERSION}"
        raise RecordError(newer, source=source)
    try:
        return _Document.model_validate(raw)
    except ValidationError as error:
        raise record_error_of(error, source=source) from None


def _case(document: _Document, source: str) -> Case:
    with _field(source, "block"):
        spec = block_from_json(document.block, "block")
        check_fit(spec, "block")
    with _field(source, "state"):
        state = State.parse(document.state, lattice_of(spec), thinned=True)
    with _field(source, "snapshot"):
        snapshot = _snapshot(document.snapshot, state)
        # Sticks in the wood or out of their holes: no act begins like that, and the file is to say so, not the engine.
        origins(scene_of(spec, state, snapshot))
    with _field(source, "acts"):
        acts = tuple(Script.from_json(act) for act in document.acts)
    with _field(source, "predicted"):
        predicted = Outcome.parse(document.predicted)
    with _field(source, "observed"):
        observed = Outcome.parse(document.observed)
    with _field(source, "verdict"):
        verdict = Verdict.parse(document.verdict)
    with _field(source, "engine"):
        engine = EngineInfo.from_json(document.engine)
    with _field(source, "config"):
        config = PhysicsConfig.from_json(document.config)
    kinds = [AGREE, *(kind.value for kind in Kind)]
    if document.expect not in kinds:
        raise RecordError(f"expect is {document.expect!r:.60}; it can be {', '.join(kinds)}", source=source)
    return Case(
        note=document.note,
        spec=spec,
        state=state,
        snapshot=snapshot,
        acts=acts,
        predicted=predicted,
        observed=observed,
        verdict=verdict,
        engine=engine,
        config=config,
        sabotage=document.sabotage,
        expect=document.expect,
    )


def _snapshot(poses: Mapping[str, list[float]], state: State) -> Snapshot:
    sticks = (*(standing.stick for standing in state.standing.values()), *state.pierced.values())
    expected = sorted(map(str, sticks))
    if sorted(poses) != expected:
        raise RecordError(f"has poses of {', '.join(sorted(poses)) or 'nothing'}; in the block are {expected}")
    for name, pose in poses.items():
        if fault := pose_fault(pose):
            raise RecordError(f"is no pose: {fault}", field=name)
    return Snapshot.of(poses)


@contextmanager
def _field(source: str, name: str) -> Iterator[None]:
    try:
        yield
    except FakirError as error:
        raise RecordError.told_by(error, source=source, field=name) from None


def _pretty(document: Mapping[str, object]) -> str:
    """Return the document with one line a key, and one line a stick in the snapshot."""
    lines = []
    for key, value in document.items():
        if key == "snapshot" and isinstance(value, dict) and value:
            rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(pose)}" for name, pose in value.items())
            lines.append(f'  "{key}": {{\n{rows}\n  }}')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
