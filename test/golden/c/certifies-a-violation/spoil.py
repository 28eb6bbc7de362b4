import hashlib

text = open("assertions.run").read()
values = next(line for line in text.splitlines() if "hardbop-values" in line)
sha = {name: hashlib.sha256(open(name, "rb").read()).hexdigest() for name in ("sums.c", "mended.c", "pointer.c")}


def write(name, spoilt):
    assert spoilt != text, name
    open(name, "w").write(spoilt)


write("mended.run", text.replace(sha["sums.c"], sha["mended.c"]))
write("fewer.run", text.replace(values, values.replace(' 1")', '")').replace(' 0")', '")')))
write("more.run", text.replace(values, values.replace('")', ' 1")')))
write("none.run", text.replace(values, '(set-info :hardbop-values "")'))
write("words.run", text.replace(values, '(set-info :hardbop-values "1 1 one")'))
write("twice.run", text.replace(values, values + "\n" + values))
write("other.run", text.replace(values, '(set-info :hardbop-values "0 0 0 0 0")'))
write("property.run", text.replace('property "assertions"', 'property "overflow"'))
write("leaks.run", text.replace('property "assertions"', 'property "leaks"'))
write("termination.run", text.replace('property "assertions"', 'property "termination"'))
write("defined.run", text.replace("(set-logic ALL)", "(set-logic ALL)\n(define-fun at0 () Bool true)"))
pointer = text.replace(sha["sums.c"], sha["pointer.c"])
write("pointer.run", pointer.replace(values, '(set-info :hardbop-values "4096")'))
