# SPDX-License-Identifier: MIT
# Evidence about threads that was changed, each in one place.
import hashlib
import re


def read(name):
    return open(name).read()


def write(name, text):
    open(name, "w").write(text)


def sha(name):
    return hashlib.sha256(open(name, "rb").read()).hexdigest()


def without(text, key):
    return re.sub(rf'\(set-info :hardbop-{key} ".*"\)\n', "", text)


def scheduled(text, schedule):
    return re.sub(r':hardbop-schedule ".*"', f':hardbop-schedule "{schedule}"', text)


bounded, image, crowd = read("bounded.smt2"), read("image.smt2"), read("crowd.smt2")
write("unbounded.smt2", without(bounded, "context-switches"))
write("unthreaded.smt2", without(image, "threads"))
write("alone.smt2", without(crowd, "crowd"))
alike = read("lock.c").replace("inside--", "inside = inside")
write("alike.c", alike)
write("alike.smt2", image.replace(sha("lock.c"), sha("alike.c")).replace("lock.c", "alike.c"))
write("waiting.smt2", crowd.replace('property "assertions"', 'property "deadlock"'))
write("many.smt2", crowd.replace('threads "2"', 'threads "2000"'))
outlived = image.replace('property "assertions"', 'property "memory"').replace("lock.c", "local.c")
write("outlived.smt2", outlived.replace(sha("lock.c"), sha("local.c")))

run = read("deadlock.run")
turns = re.search(r':hardbop-schedule "(.*)"', run)[1].split()
fewer = turns[:-1] + [str(int(turns[-1]) - 1)]
write("shorter.run", scheduled(run, " ".join(fewer)))
write("others.run", scheduled(run, " ".join(turns[:2] + ["9", "1"])))
write("nobody.run", scheduled(run, " ".join(turns[:2] + ["1", "1", "5", "1"])))
write("endless.run", scheduled(run, "0 99999999999"))
write("alone.run", without(run, "schedule"))
violated = read("assertions.run")
write("values.run", re.sub(r':hardbop-values ".*"', ':hardbop-values "1"', violated))
write("other.run", violated.replace(sha("broken.c"), sha("lock.c")).replace("broken.c", "lock.c"))
