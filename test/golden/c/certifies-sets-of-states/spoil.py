# SPDX-License-Identifier: MIT
# Certificates that were changed, each in one place.
import re

text = open("ring.smt2").read()
sets = [one for one in re.finditer(r"\(define-fun p\d+ \(.*\) Bool (.*)\)\n", text)]
at = [one for one in re.finditer(r"\(define-fun at\d+ \(.*\) Bool (.*)\)\n", text)]


def write(name, changed):
    assert changed != text, name
    open(name + ".smt2", "w").write(changed)


def with_body(name, found, body):
    write(name, text[: found.start(1)] + body + text[found.end(1) :])


large = max(sets, key=lambda one: len(one[1]))
with_body("all", large, "true")
with_body("none", large, "false")
with_body("named", large, "(! true :named false)")
with_body("shadowed", large, "(let ((true false)) true)")
with_body("quoted", large, "(! true :named |false|)")
write("copies", text.replace(':hardbop-copies "', ':hardbop-copies "1'))
write("many-copies", re.sub(r':hardbop-copies "\d+"', ':hardbop-copies "100000"', text))
write("pointers", text.replace(':hardbop-pointers "direct"', ':hardbop-pointers "star"'))
write("property", text.replace('-property "assertions"', '-property "memory"'))
write("formula", text.replace('-property "assertions"', '-property "ltl F in(put)"'))
write("ends", text.replace('-property "assertions"', '-property "termination"'))
model = re.sub(r'\(set-info :hardbop-(copies|pointers) .*\)\n', "", text)
write("model", model)
question = text.rindex("(push 1)")
write("less", text[:question] + text[text.index("(exit)", question) :])
write("unasked", text.replace("(check-sat)\n", "", 1))
write("nested", text.replace(large[1], "(and " * 100000 + "true" + ")" * 100000))
