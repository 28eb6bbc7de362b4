# SPDX-License-Identifier: MIT
# Evidence about formulas that was changed, each in one place.
import re


def write(name, source, **notes):
    text = open(source).read()
    for key, value in notes.items():
        text, count = re.subn(rf':hardbop-{key} ".*"', f':hardbop-{key} "{value}"', text)
        assert count == 1, name
    open(name, "w").write(text)


steps = int(re.search(r':hardbop-steps "(\d+) 0"', open("ended.run").read())[1])
write("opens.run", "round.run", property="ltl F G {door == closed}")
write("closes.run", "ended.run", property="ltl F terminated")
write("longer.run", "ended.run", steps=f"{steps + 1} 0")
write("shorter.run", "ended.run", steps=f"{steps - 2} 0")
write("endless.run", "ended.run", steps=f"{steps - 1} 1")
write("much.run", "ended.run", steps="1000001 0")
