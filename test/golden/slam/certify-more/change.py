"""Writes the rule with another text, and a certificate that claims to be about it."""
import hashlib

text = open("turns.slic").read().replace("turn != 1", "turn == 1")
certificate = open("rule.smt2").read()
old = hashlib.sha256(open("turns.slic", "rb").read()).hexdigest()
assert certificate.count(old) == 1
open("changed/turns.slic", "w").write(text)
open("forged.smt2", "w").write(certificate.replace(old, hashlib.sha256(text.encode()).hexdigest()))
