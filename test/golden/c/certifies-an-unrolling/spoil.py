# SPDX-License-Identifier: MIT
"""Writes versions of median.smt2 and bits.smt2 that prove nothing, or something else."""
import pathlib
import re

median = pathlib.Path("median.smt2").read_text()
bits = pathlib.Path("bits.smt2").read_text()
lemmas = re.findall(r'\(set-info :hardbop-lemma "[^"]*"\)\n', median)
assert len(lemmas) > 2, lemmas


def write(name: str, text: str) -> None:
    assert text not in (median, bits), name
    pathlib.Path(f"{name}.smt2").write_text(text)


write("without-lemmas", "".join(line for line in median.splitlines(True) if line not in lemmas))
write("false-lemma", median.replace(lemmas[0], '(set-info :hardbop-lemma "0")\n', 1))
write("no-lemma", median.replace(lemmas[0], '(set-info :hardbop-lemma "x 0")\n', 1))
write("other-question", median.replace("bvslt", "bvsle"))
write("uncounted", median.replace("; obligations: 1\n", ""))
write("less-unrolled", re.sub(r'(-unrolled-loop "\d+) \d+', r"\1 16", bits))
write("no-depth", re.sub(r'(-unrolled-loop "\d+) \d+', r"\1 many", bits))
write("no-heap", re.sub(r'(:hardbop-heap )"\d+"', r'\1"0"', bits))
