"""Boolean programs, C programs and fixed-point systems from Python."""

import os
import signal
import threading
import time

import pytest

import hardbop

PUSHDOWN = """(p <a>)

p <a> --> p <b>
"""
LOCK = """
decl locked;
void main() begin
  locked := 0;
  while * do
    assert !locked;
    locked := 1;
    if * then locked := 0; fi
  od
end
"""


def test_a_violation_has_a_trace_of_states():
    answer = hardbop.parse(LOCK, "lock.bp").check()
    assert answer.verdict == "violated" and not answer.holds
    assert [step.statement for step in answer.trace][0] == "locked := 0;"
    assert answer.trace.values("locked")[-1] is True
    assert len(answer.trace) == answer.trace.length
    assert answer[0].location.file == "lock.bp"


def test_formulas_and_engines():
    program = hardbop.parse("decl g; void main() begin while 1 do g := !g; od end")
    assert program.check(ltl="G F g").holds
    for engine in ("summary", "explicit", "fixpoint", "image"):
        assert hardbop.parse(LOCK).check(engine=engine).verdict == "violated"


def test_errors_have_places_and_hints():
    with pytest.raises(hardbop.HardbopError) as caught:
        hardbop.parse("decl lock; void main() begin lok := 1; end", "p.bp")
    assert caught.value.code == "bad-input"
    assert caught.value.messages[0]["location"]["line"] == 1
    assert "did you mean 'lock'" in str(caught.value)


def test_a_wrong_option_is_named():
    with pytest.raises(hardbop.HardbopError, match="unknown key 'colour'"):
        hardbop.parse(LOCK).check(colour="red")


def test_a_certificate_validates():
    program = hardbop.parse("void main() begin assert 1; end")
    answer = program.check(certify=True)
    assert program.validate(answer.certificate)
    assert not hardbop.parse("void main() begin assert 0; end").validate(answer.certificate)


def test_a_session_is_edited():
    program = hardbop.parse("decl g; void main() begin g := 0; f(); assert !g; end void f() begin skip; end")
    with hardbop.Session(program) as session:
        assert session.check().verdict == "holds"
        session.edit("void f() begin g := 1; end")
        assert session.check().verdict == "violated"
        with pytest.raises(hardbop.HardbopError):
            session.edit("void f() begin nobody := 1; end")


def test_a_session_knows_its_program():
    with hardbop.Session(hardbop.parse("void main() begin f(); end void f() begin skip; end", "s.bp")) as session:
        session.edit("void f() begin assert 0; end")
        assert session.program.name == "s.bp" and "assert 0" in session.program.text
        assert "assert 0" in session.check().to_html()


def test_an_answer_is_a_page(tmp_path):
    answer = hardbop.parse(LOCK, "lock.bp").check()
    page = answer.to_html(tmp_path / "lock.html")
    assert page.startswith("<!DOCTYPE html>") and "Content-Security-Policy" in page
    assert "lock.bp" in page and "while * do" in page
    assert (tmp_path / "lock.html").read_text(encoding="utf-8") == page
    with pytest.raises(ValueError, match="does not know its program"):
        hardbop.Answer(answer.data).to_html()
    with pytest.raises(hardbop.HardbopError, match="'answer' should be the JSON text of an answer"):
        hardbop.call("report", {"answer": "[]", "text": LOCK})


def test_invariants_are_the_reachable_states():
    program = hardbop.parse("decl a, b;\nvoid main() begin\n  a := b;\n  skip;\n  assume a;\n  skip;\nend\n")
    invariants = program.check(invariants=True).invariants
    assert len(invariants) == 4 and invariants.incomplete is None
    assert invariants.at(3).formula == "T" and invariants.at(3).values("a") == {False, True}
    assert invariants.at(4).contains({"a": True, "b": True}) and not invariants.at(4).contains({"a": True})
    assert invariants.at(6).values("b") == {True} and invariants.at(6).is_reachable
    manager = hardbop.bdd.Manager("b")
    function = invariants.at(4).function(manager)
    assert function == manager["a"].iff(manager["b"])
    assert "<td>4</td>" in invariants._repr_html_()
    assert program.check().invariants is None
    late = program.check(invariants=True, timeout=0).invariants
    assert late.incomplete and len(late) == 0


def test_c():
    text = "#include <assert.h>\nint f(void);\nint main(void) { int x = f(); assert(x != 7); return 0; }\n"
    try:
        answer = hardbop.check_c(text=text, properties=["assertions"], timeout=60)
    except hardbop.HardbopError as problem:
        pytest.skip(str(problem))
    assert answer.verdict == "violated"
    assert any(step.state.get("x") == 7 for step in [*answer.trace, answer.trace.end])


def test_calculus():
    solution = hardbop.solve(CLOSURE)
    assert solution["three_from_zero"] is True and len(solution["Reach"]) == 4 and list(solution) == ["three_from_zero", "Reach"]


CLOSURE = """
relation Step(s, t: 0..3) := t = s + 1;
mu Reach(s: 0..3) := s = 0 | exists r: 0..3. Reach(r) & Step(r, s);
query three_from_zero: Reach(3);
list Reach;
"""


def test_notebooks_show_tables_and_escape_texts():
    answer = hardbop.parse("decl {<b>}; void main() begin {<b>} := 1; R: skip; end").check(labels=["R"])
    page = answer._repr_html_()
    assert "&lt;b&gt;" in page and "<b>}" not in page
    assert "<pre>" in hardbop.parse(LOCK)._repr_html_()


def test_ctrl_c_ends_a_check_at_once():
    program = hardbop.generate("hard", 14)
    timer = threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        program.check(all_labels=True)
    timer.join()
    assert time.monotonic() - start < 60


def test_what_a_progress_callback_raises_is_raised():
    class Enough(Exception):
        pass

    def stop(report):
        assert "phase" in report
        raise Enough

    with pytest.raises(Enough):
        hardbop.generate("hard", 14).check(all_labels=True, progress=stop)


def test_threads_work_side_by_side():
    verdicts = []
    program = hardbop.parse(LOCK)
    threads = [threading.Thread(target=lambda: verdicts.append(program.check().verdict)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verdicts == ["violated"] * 4


def test_nothing_to_check_does_not_hold():
    answer = hardbop.parse("decl a; void main() begin a := 1; end").check()
    assert (answer.verdict, answer.holds) == ("not-applicable", False)


def test_a_long_trace_says_that_steps_are_left_out():
    text = "decl a; void main() begin a := 0; " + "a := !a; " * 12001 + "assert !a; end"
    trace = hardbop.parse(text).check().trace
    assert trace.is_truncated and len(trace) < trace.length


def test_a_closed_session_says_so():
    with hardbop.Session(hardbop.parse(LOCK)) as session:
        assert session.check().verdict == "violated"
    with pytest.raises(ValueError, match="closed"):
        session.check()


@pytest.mark.parametrize(
    "slip, message",
    [
        (lambda p: p.check(engine="sumary"), "unknown engine 'sumary'; did you mean 'summary'"),
        (lambda p: p.check(ltl="E F locked"), "hint: use 'ctl' for such formulas"),
        (lambda p: p.export("btor"), "did you mean 'btor2'"),
        (lambda p: hardbop.generate("driver"), "did you mean 'drivers'"),
        (lambda p: hardbop.check_c(text="int main(void) { return 0; }", properties="asertions"), "did you mean 'assertions'"),
        (lambda p: hardbop.check_c(text="int main(void) { return 0; }", rules=["lok"]), "did you mean 'lock'"),
        (lambda p: hardbop.check_c(text="int main(void) { return 0; }", engine="bmcc"), "did you mean 'bmc'"),
        (lambda p: hardbop.check_c(text="int main(void) { return 0; }", labels=["R"]), "'labels' is not available"),
        (lambda p: hardbop.format("type T = ;", "system"), "the system has errors"),
    ],
)
def test_a_slip_is_named_as_python_calls_it(slip, message):
    with pytest.raises(hardbop.HardbopError) as caught:
        slip(hardbop.parse(LOCK))
    assert message in str(caught.value) and "Question::" not in str(caught.value) and ":0:0:" not in str(caught.value)


def test_names_that_are_not_there_are_errors():
    answer = hardbop.parse(LOCK).check()
    with pytest.raises(KeyError, match="no variable 'loked'; did you mean 'locked'"):
        answer.trace.values("loked")
    with pytest.raises(KeyError, match="no property"):
        answer["assert 1:1"]
    with pytest.raises(KeyError, match="no query 'q'"):
        hardbop.solve("query p: true;")["q"]
    with pytest.raises(TypeError, match="expected a text"):
        hardbop.parse(LOCK).check(labels=3)


def test_systems_and_rules_have_a_canonical_form():
    assert hardbop.format("query p:true ;", "system") == "query p: true;\n"
    assert hardbop.format("f.entry{halt;}", "rule") == "f.entry {\n  halt;\n}\n"


@pytest.mark.parametrize(
    "slip, kind",
    [
        (lambda p: p.check(text="void main() begin skip; end"), TypeError),
        (lambda p: p.check(name="other.bp"), TypeError),
        (lambda p: p.check(session=1), TypeError),
        (lambda p: p.export(text="void main() begin skip; end"), TypeError),
        (lambda p: hardbop.Session(p).check(session=1), TypeError),
        (lambda p: p.check(timeout="3"), TypeError),
        (lambda p: p.check(timeout=True), TypeError),
        (lambda p: p.check(timeout=-1), ValueError),
        (lambda p: p.check(timeout=float("inf")), ValueError),
        (lambda p: p.check(labels=[3]), TypeError),
        (lambda p: p.check(labels=b"R"), TypeError),
        (lambda p: p.check(progress=3), TypeError),
        (lambda p: hardbop.check_c(text="int main(void) { return 0; }", sources=[]), TypeError),
        (lambda p: bool(p.check()), TypeError),
    ],
)
def test_values_of_a_wrong_kind_are_refused(slip, kind):
    with pytest.raises(kind):
        slip(hardbop.parse(LOCK))


def test_an_engine_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(hardbop.HardbopError, match="summary"):
        hardbop.parse(LOCK).check(engine="slam")


def test_invariants_know_their_variables():
    program = hardbop.parse("decl count, other;\nvoid main() begin\n  count := 1;\n  skip;\nend\nvoid f(mine) begin skip; end\n")
    one = program.check(invariants=True).invariants.at(4)
    assert one.variables == ["count", "other"] and one.values("other") == {False, True}
    with pytest.raises(KeyError, match="no variable 'cuont'; did you mean 'count'"):
        one.contains({"cuont": True})
    with pytest.raises(KeyError, match="no variable 'mine'"):
        one.values("mine")


def test_programs_of_other_tools_are_loaded(tmp_path):
    path = tmp_path / "two.rem"
    path.write_text("int x(3);\ninit main;\nmodule void main() {\n  x = 7;\n  ERROR: skip;\n}\n")
    program = hardbop.load(path)
    assert program.name == f"{path}.bp" and program.check().verdict == "violated"
    assert program.check()[0].location.file == f"{path}.bp"
    path.write_text(path.read_text().replace("7", "9"))
    with pytest.raises(hardbop.HardbopError, match="two.rem:4:7: error: 9 is out of range"):
        hardbop.load(path)
    clauses = tmp_path / "two.smt2"
    clauses.write_text("(set-logic HORN)\n(declare-fun P () Bool)\n(assert P)\n(assert (=> P false))\n(check-sat)\n")
    assert hardbop.load(clauses).check().verdict == "violated"
    rules = tmp_path / "two.pds"
    rules.write_text(PUSHDOWN)
    assert hardbop.load(rules).check(labels="b").verdict == "violated"


def test_a_session_can_be_used_right_after_ctrl_c():
    with hardbop.Session(hardbop.generate("hard", 14)) as session:
        for _ in range(3):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                session.check(all_labels=True)
            timer.join()
            assert session.check(all_labels=True, timeout=0).verdict == "unknown"


def test_an_edit_is_whole():
    with hardbop.Session(hardbop.parse("void main() begin f(); end void f() begin skip; end")) as session:
        for text, message in (("", "the edit is empty"), ("void f() begin end void f() begin end", "defined twice")):
            with pytest.raises(hardbop.HardbopError, match=message):
                session.edit(text)
