# SPDX-License-Identifier: MIT
# Certificates that were changed, each in one place.
import re

text = open("counts.smt2").read()
rank = re.search(r"\(define-fun loop\d+_0 \(.*\) \(_ BitVec 64\) (.*)\)\n", text)
call = re.search(r"\(define-fun call\d+_0 \(.*\) \(_ BitVec 64\) (.*)\)\n", text)


def write(name, changed):
    assert changed != text, name
    open(name + ".smt2", "w").write(changed)


def with_body(name, found, body):
    write(name, text[: found.start(1)] + body + text[found.end(1) :])


with_body("constant", rank, "(_ bv0 64)")
with_body("contrary", rank, f"(bvnot {rank[1]})")
with_body("wrapping", call, f"(bvshl {call[1]} (_ bv40 64))")
question = text.rindex("(push 1)")
end = text.index("(exit)", question)
write("less", text[:question] + text[end:])
count = int(re.search(r"(\d+)\n$", text)[1])
write("recounted", re.sub(r"\d+\n$", f"{count - 1}\n", text[:question] + text[end:]))
write("uninvited", text.replace("(push 1)", "(assert false)\n(push 1)", 1))
invariant = re.search(r"\(define-fun at\d+ \(.*\) Bool (\(= #b1 .*)\)\n", text)
with_body("untrue", invariant, "false")
