# SPDX-License-Identifier: MIT
# Proofs that were changed, each in one place or in all of one kind.
import json
import re

proof = open("back.smt2").read()


def write(name, changed):
    assert changed != proof, name
    open(name, "w").write(changed)


def with_all(kind, value, text=proof):
    return re.sub(rf"(\(define-fun {kind}[0-9.]+ \(\) Bool) .*?\)( ;.*)?\n", rf"\1 {value})\2\n", text)


violated = open("up.smt2").read()
write("set.smt2", with_all("set", "true", violated))
write("empty.smt2", with_all("set", "false"))
write("rank.smt2", with_all("rank", "false"))
write("pick.smt2", with_all("pick", "false"))
write("no-picks.smt2", re.sub(r"\(define-fun pick.*\n", "", proof))
write("other-verdict.smt2", proof.replace('hardbop-verdict "holds"', 'hardbop-verdict "violated"'))
write("no-verdict.smt2", re.sub(r".*hardbop-verdict.*\n", "", proof))
write("formula.smt2", proof.replace("ctl AG EF @IDLE", "ctl AG EF terminated"))
write("linear.smt2", proof.replace("ctl AG EF @IDLE", "ltl G F @IDLE"))
write("assertion.smt2", proof.replace("ctl AG EF @IDLE", "assert 1:1"))
several = json.load(open("several.json"))
for result in several["results"]:
    if "proof" in result:
        result["verdict"] = "holds"
write("verdict.json", json.dumps(several))
