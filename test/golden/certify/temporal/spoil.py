# SPDX-License-Identifier: MIT
# Evidence that was changed, each in one place.
import json
import re

proof = open("proof.smt2").read()
run = json.load(open("run.json"))
race = json.load(open("race.json"))


def write(name, changed):
    assert changed not in (proof, json.dumps(run), json.dumps(race)), name
    open(name, "w").write(changed)


ranks = re.findall(r"\(define-fun rank\d+\.0 \(\) Bool .*\)\n", proof)
highest = max(int(bit) for bit in re.findall(r"rank\d+\.(\d+)", proof))
write("no-ranks.smt2", re.sub(r"\(define-fun rank.*\n", "", proof))
write("fewer-bits.smt2", re.sub(rf"\(define-fun rank\d+\.{highest} .*\n", "", proof))
write("constant.smt2", re.sub(r"(\(define-fun rank\d+\.\d+ \(\) Bool) .*\)", r"\1 true)", proof))
write("one-rank.smt2", proof.replace(ranks[-1], ranks[-1].replace("true", "false") if "true" in ranks[-1] else re.sub(r"Bool .*\)\n", "Bool true)\n", ranks[-1])))
write("formula.smt2", proof.replace("ltl G (locked -> F !locked)", "ltl G (locked -> G locked)"))
write("other.smt2", proof.replace("ltl G (locked -> F !locked)", "ltl G (waiting -> F !waiting)"))
write("safety.smt2", proof.replace("ltl G (locked -> F !locked)", "assert 1:1"))
write("unasked.smt2", proof.replace("(check-sat)\n", "", 1))


def with_run(name, change):
    copy = json.loads(json.dumps(run))
    change(copy["results"][0]["run"], copy["results"][0])
    write(name, json.dumps(copy))


with_run("shorter.json", lambda run, result: run["bodies"][-1]["steps"].pop())
with_run("ended.json", lambda run, result: run.update(kind="terminated"))
with_run("later.json", lambda run, result: run.update(step=run["step"] + 1))
with_run("values.json", lambda run, result: run["bodies"][-1]["end"].update(frame="11"))
with_run("holding.json", lambda run, result: result.update(property="ltl F !locked"))
with_run("verdict.json", lambda run, result: result.update(verdict="holds"))
copy = json.loads(json.dumps(race))
copy["results"][0]["run"]["steps"].pop(0)
write("unscheduled.json", json.dumps(copy))

bounded = json.load(open("bounded.json"))


def with_parts(name, change):
    copy = json.loads(json.dumps(bounded))
    change(copy, copy["results"][0])
    write(name, json.dumps(copy))


with_parts("more-switches.json", lambda all, one: one["bound"].update(context_switches=3))
with_parts("many-switches.json", lambda all, one: one["bound"].update(context_switches=1 << 40))
with_parts("fewer-parts.json", lambda all, one: one["parts"].pop())
with_parts("same-part.json", lambda all, one: one["parts"].__setitem__(-1, one["parts"][0]))
with_parts("unbounded-claim.json", lambda all, one: one.update(verdict="holds"))
write("part.smt2", bounded["results"][0]["parts"][0])


def without_bound(all, one):
    one.pop("bound")
    one.update(verdict="holds")


def one_without_bound(all, one):
    without_bound(all, one)
    one.update(parts=one["parts"][:1])


with_parts("simulation.json", without_bound)
with_parts("one-simulation.json", one_without_bound)
unbounded = json.load(open("unbounded.json"))
product = unbounded["results"][0]["parts"][0]
with_parts("product-within.json", lambda all, one: one.update(parts=[product] * len(one["parts"])))
write("product.smt2", product)
forged = json.dumps(unbounded).replace(bounded["inputs"][0]["sha256"], race["inputs"][0]["sha256"])
write("other-product.json", forged)
unbounded["results"][0]["parts"] = []
write("no-product.json", json.dumps(unbounded))
other = json.dumps(bounded).replace(bounded["inputs"][0]["sha256"], race["inputs"][0]["sha256"])
write("other-threads.json", other)
