"""When rules and physics differ: what stands, what is put back, what is tried again, what is told."""

from __future__ import annotations

import pytest

from fakir3d.crosscheck.casefile import load_case
from fakir3d.crosscheck.policy import Policy
from fakir3d.crosscheck.verdict import Kind
from fakir3d.errors import IllegalMoveError, MisuseError
from fakir3d.game import Journal, load_record, verify_record
from fakir3d.motion import Snapshot
from fakir3d.physics.performance import Rest
from fakir3d.physics.scene import seated
from fakir3d.rules import Move, Outcome


def _moves(session, *texts):
    return [session.play(Move.parse(text)) for text in texts]


def test_a_pierce_that_does_not_go_through_is_taken_back(new_session, liar, changed):
    """R12: the same seat plays on, the poses are those before, and that pierce is not offered again."""
    session = new_session(performer=liar(None, None, changed(outcome=Outcome(blocked=True))))
    _moves(session, "x2.3", "x1.3")
    before, snapshot = session.state, session.snapshot
    played = session.play(Move.parse("x3.3"))
    assert played.refused
    assert played.verdict.discrepancies[0].kind is Kind.BLOCKED
    assert "taken back" in played.note
    assert session.snapshot is snapshot
    assert session.state.seat == before.seat
    assert session.state.barred == {Move.parse("x3.3")}
    with pytest.raises(IllegalMoveError, match="R12"):
        session.begin(Move.parse("x3.3"))
    session.play(Move.parse("x3.2"))
    session.play(Move.parse("x3.3"))


def _ready_to_pull(session):
    """Two sticks of red's stand on x2.3 and one on x1.3; red pulls x2.3 next."""
    _moves(session, "x2.3", "x1.3", "a2", "a1", "b2", "b1")


def test_a_pull_that_makes_nothing_fall_is_put_back(new_session, liar, changed):
    """R12: sticks that hang where they were are no fall; the stick goes back, state and poses are those before."""
    hung = Outcome.parse("r2 a2 x2.3>hung:x2.3; r3 b2 x2.3>hung:x2.3")
    session = new_session(performer=liar(*[None] * 6, changed(outcome=hung)))
    _ready_to_pull(session)
    before, snapshot = session.state, session.snapshot
    played = session.play(Move.parse("x2.3^"))
    assert played.refused
    assert session.snapshot is snapshot
    assert session.state.pierced == before.pierced
    assert session.state.standing == before.standing


def test_a_hung_stick_stands_where_physics_left_it(new_session, liar, changed):
    """A stick that hangs after its tap is the position's truth, with poses from physics, and is told."""
    performer = liar(*[None] * 6)
    session = new_session(performer=performer)
    _ready_to_pull(session)
    hung = Outcome.parse("r2 a2 x2.3>hung:x2.3; r3 b2 x2.3>gone")
    performer.changes.append(changed(outcome=hung))
    played = session.play(Move.parse("x2.3^"))
    assert not played.refused
    assert "hangs" in played.note
    assert played.taken == hung
    hole = Move.parse("a2").hole
    assert session.state.hung(hole)
    assert sorted(session.snapshot.names) == ["g1", "g2", "g3", "r2"]


def test_a_refused_move_that_shakes_a_stick_loose_keeps_what_fell(new_session, liar, changed):
    """R12: the hand's stick goes back, the stick that came down stays down, and the move may be tried again."""
    performer = liar(*[None] * 6)
    session = new_session(performer=performer)
    _ready_to_pull(session)
    hung, loose = Outcome.parse("r2 a2 x2.3>hung:x2.3; r3 b2 x2.3>gone"), Outcome.parse("blocked; r2 a2 x2.3>gone")
    performer.changes += [changed(outcome=hung), changed(outcome=loose)]
    _moves(session, "x2.3^")
    before = session.snapshot
    played = session.play(Move.parse("x3.3"))
    assert played.refused
    assert session.state.seat == played.before.seat
    assert Move.parse("x3.3") not in session.state.barred
    assert session.snapshot == before.without(["r2"])
    assert session.play(Move.parse("x3.3")).verdict.agree


def test_a_supported_stick_that_falls_is_tried_again(new_session, liar, changed):
    """Going through the stick it stands on is a fault of the engine, whatever name the difference has."""
    through = Outcome.parse("r2 a2 x2.3>gone; g3 b1 hand>x1.3")
    performer = liar(*[None] * 5, changed(outcome=through))
    session = new_session(performer=performer)
    _moves(session, "x2.3", "x1.3", "a2", "a1", "b2")
    played = session.play(Move.parse("b1"))
    assert played.verdict.agree
    assert performer.configs[-1].dt_s == session.header.config.dt_s / 2


def _astray(performance, _config):
    from dataclasses import replace

    return replace(performance, outcome=Outcome.parse("r2 a2 hand>astray"))


def test_an_engine_fault_is_tried_again_at_half_the_step(new_session, liar):
    """A fault that the smaller step does not show leaves no trace but the time it took."""
    performer = liar(None, None, _astray)
    session = new_session(performer=performer)
    _moves(session, "x2.3", "x1.3")
    played = session.play(Move.parse("a2"))
    assert played.verdict.agree
    assert played.note == ""
    assert [config.dt_s for config in performer.configs] == [0.001, 0.001, 0.001, 0.0005]
    assert all(config.tap for config in performer.configs)


def test_a_fault_that_stays_gives_the_rules_outcome_re_seated(new_session, liar, tmp_path):
    """The game never stops on a fault: the rules' outcome, sticks in their places, the player told, a case kept."""
    session = new_session(performer=liar(None, None, _astray, _astray), journal=Journal.create(tmp_path / "g.fakir"))
    _moves(session, "x2.3", "x1.3")
    act = session.begin(Move.parse("a2"))
    while not act.done():
        act.chunks()
    played = act.result()
    assert played.observed != played.taken == played.predicted
    assert session.snapshot == seated(session.spec, session.state)
    assert "simulation failed" in played.note
    case = load_case(tmp_path / "g-3.case.json")
    assert case.expect == Kind.ASTRAY.value
    assert case.state == played.before
    assert case.snapshot == played.start


def test_a_scene_not_at_rest_is_a_fault(new_session, liar, changed):
    """No rest certificate: tried again, then the rules' outcome, and told."""
    restless = changed(rest=Rest(settled=False, simulated_s=2, settling_s=1.5, residual_m_s=0.1, restless=("r1",)))
    session = new_session(performer=liar(restless, restless))
    played = session.play(Move.parse("x2.3"))
    assert played.verdict.discrepancies[0].kind is Kind.UNSETTLED
    assert "simulation failed" in played.note
    assert session.snapshot == seated(session.spec, session.state)


def test_an_outcome_that_no_position_follows_from_is_not_taken(new_session, liar, changed):
    """A stick that physics says, twice, fell though it is in a hand: the rules' outcome holds."""
    nonsense = changed(outcome=Outcome.parse("r5 a1 x1.2>x1.1"))
    session = new_session(performer=liar(nonsense, nonsense))
    played = session.play(Move.parse("x2.3"))
    assert played.taken == played.predicted
    assert "simulation failed" in played.note
    assert session.snapshot == seated(session.spec, session.state)


def test_strict_stops_at_the_first_difference(new_session, liar, tmp_path):
    """QA: no tap, no retry; the position stays, the case is written, no move can follow."""
    performer = liar(None, _astray)
    session = new_session(
        performer=performer, policy=Policy.STRICT, journal=Journal.create(tmp_path / "g.fakir"), first=0
    )
    session.play(Move.parse("x2.3"))
    before, snapshot = session.state, session.snapshot
    played = session.play(Move.parse("x1.3"))
    assert session.stopped is played
    assert len(performer.configs) == 2
    assert not any(config.tap for config in performer.configs)
    assert (session.state, session.snapshot, len(session.moves)) == (before, snapshot, 1)
    with pytest.raises(MisuseError, match="stopped at move 2"):
        session.begin(Move.parse("x1.3"))
    assert load_case(tmp_path / "g-2.case.json").predicted == played.predicted
    session.close()
    assert load_record(tmp_path / "g.fakir").moves[-1].number == 1


def test_a_record_with_a_difference_loads_but_does_not_verify(new_session, liar, changed, tmp_path):
    """What an honest engine does not see again is a finding, naming line and move; the game itself goes on."""
    path = tmp_path / "g.fakir"
    session = new_session(performer=liar(None, changed(outcome=Outcome(blocked=True))), journal=Journal.create(path))
    _moves(session, "x2.3", "x1.3", "x1.2")
    session.close()
    loaded = load_record(path)
    assert [played.refused for played in loaded.moves] == [False, True, False]
    report = verify_record(path)
    assert not report.good
    assert "line 3: move 2 x1.3: observed was 'blocked'" in report.finding


def test_a_case_that_cannot_be_written_is_a_warning(new_session, liar, changed, tmp_path):
    """The game goes on without its case, and says so once."""
    session = new_session(
        performer=liar(changed(outcome=Outcome(blocked=True))), journal=Journal.create(tmp_path / "g.fakir")
    )
    (tmp_path / "g-1.case.json").mkdir()
    session.play(Move.parse("x2.3"))
    assert any("cannot write the case" in warning for warning in session.warnings)
    assert Snapshot.of({}) == session.snapshot
