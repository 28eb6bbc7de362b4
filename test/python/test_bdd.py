"""Binary decision diagrams from Python."""

import copy
import itertools
import os
import pickle
import signal
import threading
import time

import pytest

from hardbop import bdd


def test_operators_agree_with_truth_tables():
    manager = bdd.Manager("x", "y")
    x, y = manager.variables()
    functions = {
        "and": (x & y, lambda a, b: a and b),
        "or": (x | y, lambda a, b: a or b),
        "xor": (x ^ y, lambda a, b: a != b),
        "minus": (x - y, lambda a, b: a and not b),
        "iff": (x.iff(y), lambda a, b: a == b),
        "implies": (x.implies(y), lambda a, b: not a or b),
        "ite": (x.ite(y, ~y), lambda a, b: b if a else not b),
    }
    for name, (function, meaning) in functions.items():
        for a, b in itertools.product([False, True], repeat=2):
            assert function(x=a, y=b) == bool(meaning(a, b)), name


def test_quantifiers_renaming_and_composition():
    manager = bdd.Manager("x", "y", "z")
    x, y, z = manager.variables()
    f = x & ~y
    assert f.exists("x") == ~y and f.forall(["x"]) == manager.false
    assert f.and_exists(y | z, ["y"]) == x & z
    assert f.rename({"x": "z", "y": "x"}) == z & ~x
    assert f.compose({"y": x & z}) == x & ~z
    assert f <= x and x >= f and not x <= f


def test_counts_cubes_and_pictures():
    manager = bdd.Manager(*(f"v{i}" for i in range(70)))
    assert manager.true.count() == 2**70
    parity = manager.false
    for variable in manager.variables():
        parity ^= variable
    assert parity.count() == 2**69 and parity.nodes == 70
    f = manager["v0"] & ~manager["v2"]
    assert list(f.cubes()) == [{"v0": True, "v2": False}] and f.support == ["v0", "v2"]
    assert manager.false.pick() is None and "digraph" in f.graph().dot


def test_mistakes_are_exceptions():
    manager, other = bdd.Manager("x"), bdd.Manager("x")
    with pytest.raises(ValueError):
        manager["x"] & other["x"]
    with pytest.raises(TypeError):
        bool(manager["x"])
    with pytest.raises(KeyError):
        manager["nobody"]
    with pytest.raises(ValueError):
        manager.new_variable("x")
    assert manager["x"] != other["x"]


def test_a_limit_is_an_exception_and_the_manager_goes_on():
    manager = bdd.Manager(*(f"v{i}" for i in range(40)), node_limit=200)
    v = manager.variables()
    with pytest.raises(bdd.LimitReached):
        f = manager.false
        for i in range(20):
            f |= v[i] & v[i + 20]
    assert (v[0] & v[1]).count(["v0", "v1"]) == 1


def test_functions_outlive_their_variables_but_not_more():
    manager = bdd.Manager("a", "b")
    f = manager["a"] & manager["b"]
    before = len(manager)
    g = f ^ manager["a"]
    del g
    assert len(manager) <= before + 2


def test_copies_are_the_same_and_nothing_is_pickled():
    manager = bdd.Manager("x", "y")
    f = manager["x"] & manager["y"]
    assert copy.copy(f) is f
    assert copy.deepcopy({"f": f, "m": manager})["m"] is manager
    assert f.count() == 1
    for shared in (f, manager):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(shared)


def test_what_is_no_function_name_or_truth_value_is_refused():
    manager = bdd.Manager("x", "y")
    x = manager["x"]
    for mistake in (lambda: x & True, lambda: manager.cube({"x": False}), lambda: x(x="no")):
        with pytest.raises(TypeError):
            mistake()


def test_counts_of_any_length():
    assert bdd.Manager(*(f"v{i}" for i in range(20000))).true.count() == 2**20000


def test_ctrl_c_ends_an_operation_and_the_manager_goes_on():
    pairs = 40
    manager = bdd.Manager(*(f"v{i}" for i in range(2 * pairs)))
    v = manager.variables()
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        f = manager.true
        for i in range(pairs):  # would have 2**40 nodes
            f &= v[i].iff(v[i + pairs])
    assert time.monotonic() - started < 20
    assert (v[0] & ~v[1]).count(["v0", "v1"]) == 1


def test_a_slip_is_an_error_with_a_suggestion():
    manager = bdd.Manager("left", "right")
    left = manager["left"]
    for slip in (lambda: manager["lefd"], lambda: left.exists("lefd"), lambda: left.rename({"left": "lefd"}),
                 lambda: left.count(["lefd"]), lambda: left.compose({"lefd": left}), lambda: left(lefd=True)):
        with pytest.raises(KeyError, match="no variable 'lefd'; did you mean 'left'"):
            slip()
    with pytest.raises(ValueError, match="depends on 'left', too"):
        left.count(["right"])
    for slip in (lambda: left.ite(True, False), lambda: left <= True, lambda: left.and_exists(1, "left"),
                 lambda: left.compose({"left": True}), lambda: bdd.Manager(3)):
        with pytest.raises(TypeError):
            slip()
    for slip in (lambda: bdd.Manager(node_limit=-1), lambda: left.cubes(-1)):
        with pytest.raises(ValueError, match="negative"):
            slip()


def test_a_call_gives_a_function():
    manager = bdd.Manager("x", "y")
    x, y = manager.variables()
    decided = (x & y)(x=False)
    assert decided == manager.false and decided == False and decided != True  # noqa: E712
    assert (decided | y) == y and (x | y)(x=True, y=True) == manager.true
    assert False == decided and hash(decided) == hash(False)
    assert x != True and len({manager.true, True, manager.false, x}) == 3  # noqa: E712
    with pytest.raises(TypeError, match="no truth value"):
        bool(decided)
