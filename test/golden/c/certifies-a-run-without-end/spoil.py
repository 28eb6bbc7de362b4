# SPDX-License-Identifier: MIT
# Evidence of runs without end that was changed, each in one place.
import hashlib
import re

run = open("waits.run").read()


def write(name, **notes):
    text = run
    for key, value in notes.items():
        text = re.sub(rf':hardbop-{key.replace("_", "-")} ".*"', f':hardbop-{key.replace("_", "-")} "{value}"', text)
    assert text != run, name
    open(name, "w").write(text)


def sha(name):
    return hashlib.sha256(open(name, "rb").read()).hexdigest()


steps = [int(one) for one in re.search(r':hardbop-steps "(.*)"', run)[1].split()]
before, around = (re.search(rf':hardbop-values-{key} "(.*)"', run)[1].split() for key in ("before", "of-round"))
write("ends.run", values_of_round="3", values_before="3")
write("differs.run", values_of_round="4")
write("longer.run", steps=f"{steps[0]} {steps[1] + 1}")
write("none.run", steps=f"{steps[0]} 0")
write("much.run", steps="99999999999 1")
write("words.run", steps=f"{steps[0]} {steps[1]} 1")
write("assertions.run", property="assertions")
write("other.run", program="ends.c", sha256=sha("ends.c"))
write("undefined.run", program="undefined.c", sha256=sha("undefined.c"), steps="5 6", values_before="1 1", values_of_round="1 1")
run = open("kept.run").read()
write("dangling.run", program="dangling.c", sha256=sha("dangling.c"))
