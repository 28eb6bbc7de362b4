#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hardbop suite --on slurm, on a Slurm of several nodes that this test starts on one machine.

    slurm.py HARDBOP [TASKS]

A run of TASKS tasks, by default 200, loses a node in the middle, with all that runs on it. It must
end complete, with one row for each task, and say what it submitted again. Then a run is detached,
looked at, cancelled and resumed. Needs munged, slurmctld, slurmd, sbatch; without, it is skipped.
"""

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
NODES = 4
PATIENCE = 60  # seconds

CONF = """
ClusterName=hardbop
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=5
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=6
InactiveLimit=0
KillWait=2
MinJobAge=30
NodeName=node[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=1 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count: int) -> int:
    """The first of so many ports that nobody listens to."""
    for first in range(21000 + os.getpid() % 5000, 60000, count):
        try:
            for port in range(first, first + count):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
    raise SystemExit("no free ports")


def wait_for(what: str, condition, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not after {seconds} s")
        time.sleep(0.2)


def descendants(process: int) -> list[int]:
    out = []
    for thread in Path(f"/proc/{process}/task").glob("*"):
        try:
            children = [int(word) for word in (thread / "children").read_text().split()]
        except OSError:
            continue
        for child in children:
            out += [child, *descendants(child)]
    return out


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen] = {}
        first = free_ports(NODES + 1)
        text = CONF.format(
            host=socket.gethostname().split(".")[0],
            user=getpass.getuser(),
            folder=folder,
            nodes=NODES,
            port=first,
            first=first + 1,
            last=first + NODES,
        )
        (folder / "slurm.conf").write_text(text)
        (folder / "state").mkdir()
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")

    def start(self, name: str, *words: str) -> None:
        with (self.folder / f"{name}.out").open("w") as out:
            self.processes[name] = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)

    def up(self) -> None:
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        socket_path = self.folder / "munge.socket"
        self.start(
            "munged", find("munged"), "--foreground", "--force", f"--key-file={key}", f"--socket={socket_path}",
            f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/munged.seed",
            f"--log-file={self.folder}/munged.log",
        )  # fmt: skip
        wait_for("munged", socket_path.exists)
        self.start("slurmctld", find("slurmctld"), "-D", "-c")
        wait_for("slurmctld", lambda: subprocess.run(["scontrol", "ping"], capture_output=True).returncode == 0)
        for i in range(1, NODES + 1):
            (self.folder / f"spool.node{i}").mkdir()
            self.start(f"node{i}", find("slurmd"), "-D", "-N", f"node{i}")
        wait_for("the nodes", lambda: self.states().count("idle") == NODES)

    def states(self) -> list[str]:
        words = ["sinfo", "-h", "-N", "-o", "%t"]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()

    def kill_node(self, name: str) -> None:
        """As if its plug were pulled: all that belongs to it is gone at once. The steps of jobs are no children of
        the daemon, but have the name of the node in their environment."""
        doomed = [self.processes[name].pid]
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if f"SLURMD_NODENAME={name}\0".encode() in (entry / "environ").read_bytes():
                    doomed.append(int(entry.name))
                elif f"slurmstepd" in (entry / "comm").read_text() and self.step_is_of(entry, name):
                    doomed.append(int(entry.name))
            except OSError:
                continue
        for process in {one for process in doomed for one in [process, *descendants(process)]}:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.processes.pop(name).wait()

    def step_is_of(self, entry: Path, name: str) -> bool:
        for child in descendants(int(entry.name)):
            try:
                if f"SLURMD_NODENAME={name}\0".encode() in Path(f"/proc/{child}/environ").read_bytes():
                    return str(self.folder).encode() in Path(f"/proc/{child}/environ").read_bytes()
            except OSError:
                continue
        return False

    def down(self) -> None:
        for name, process in reversed(self.processes.items()):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def find(tool: str) -> str:
    found = shutil.which(tool, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if found is None:
        print(f"{tool} is not installed; make test-slurm installs it")
        sys.exit(SKIPPED)
    return found


def rows_of(folder: Path) -> list[dict]:
    files = [folder / "results.jsonl", *folder.glob("parts/*/results.jsonl")]
    return [json.loads(line) for file in files if file.exists() for line in file.read_text().splitlines(True) if line.endswith("\n")]


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise SystemExit(f"FAILED: {what}")


def make_programs(hardbop: str, folder: Path, tasks: int) -> None:
    """Programs that hold and that are violated, by turns; some take longer than others."""
    texts: dict[tuple[str, ...], str] = {}
    for i in range(tasks):
        verdict = "violated" if i % 2 else "holds"
        words = ("tn", str(5000 * (1 + i % 3))) if i % 2 else ("counter", str(14 + i % 3), "--safe")
        if words not in texts:
            done = subprocess.run([hardbop, "generate", *words], capture_output=True, text=True, check=True)
            texts[words] = done.stdout
        (folder / verdict).mkdir(exist_ok=True)
        (folder / verdict / f"{i:04}.bp").write_text(texts[words])
    (folder / "tasks.toml").write_text(
        'name = "tasks"\nlimits = { wall = 60 }\n'
        '[[group]]\nname = "holds"\nprograms = ["holds/*.bp"]\nexpected = "holds"\n'
        '[[group]]\nname = "violated"\nprograms = ["violated/*.bp"]\nexpected = "violated"\n'
        'options = ["--label", "reach"]\n'
    )


def lose_a_node(hardbop: str, cluster: Cluster, folder: Path, tasks: int) -> None:
    out = folder / "out"
    start = time.monotonic()
    run = subprocess.Popen(
        [hardbop, "suite", "run", "tasks.toml", "--out", str(out), "--on", "slurm", "--jobs", "1"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for("a quarter of the tasks", lambda: len(rows_of(out)) >= tasks // 4 or run.poll() is not None, 300)
    expect(run.poll() is None, "the run goes on until the node is killed")
    busy = subprocess.run(["squeue", "-h", "-t", "R", "-o", "%N"], capture_output=True, text=True).stdout.split()
    expect(bool(busy), "a node works")
    before = len(rows_of(out))
    cluster.kill_node(busy[0])
    stdout, stderr = run.communicate(timeout=600)
    seconds = time.monotonic() - start
    print(stdout + stderr)
    expect(run.returncode == 0, f"exit status {run.returncode}")
    rows = rows_of(out)
    expect(len(rows) == tasks, f"{len(rows)} rows of {tasks} tasks")
    expect(len({row["task"] for row in rows}) == tasks, "no task has two rows")
    expect(all(row["verdict"] == row["expected"] for row in rows), "every verdict is as expected")
    expect("lost and are submitted again" in stderr, "tasks were lost with the node")
    print(f"{tasks} tasks on {NODES} nodes in {seconds:.1f} s; {busy[0]} was killed after {before} rows")


def detach(hardbop: str, folder: Path) -> None:
    """A few of the tasks are enough."""
    out = folder / "detached"
    words = ["holds/000*.bp", "holds/001*.bp", "--out", str(out), "--on", "slurm", "--jobs", "1"]

    def suite(*more: str) -> subprocess.CompletedProcess:
        return subprocess.run([hardbop, "suite", *more], cwd=folder, capture_output=True, text=True, timeout=600)

    done = suite("run", *words, "--detach")
    expect(done.returncode == 0, f"--detach: {done.stderr}")
    status = suite("status", str(out)).stdout
    expect("running" in status or "complete" in status, f"status: {status}")
    expect(suite("cancel", str(out)).returncode == 0, "cancel")
    done = suite("run", *words, "--resume")
    expect(done.returncode == 0, f"--resume: {done.stdout}{done.stderr}")
    rows = rows_of(out)
    expect(len({row["task"] for row in rows}) == len(rows), "no doubles after cancel and resume")
    expect("complete" in suite("status", str(out)).stdout, "complete after cancel and resume")


def main() -> None:
    hardbop = str(Path(sys.argv[1]).resolve())
    tasks = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    for tool in ("munged", "slurmctld", "slurmd", "sbatch"):
        find(tool)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)  # munged wants to know who can write there
        (folder / "slurm").mkdir()
        (folder / "work").mkdir()
        cluster = Cluster(folder / "slurm")
        try:
            cluster.up()
            make_programs(hardbop, folder / "work", tasks)
            lose_a_node(hardbop, cluster, folder / "work", tasks)
            detach(hardbop, folder / "work")
        except SystemExit:
            for log in sorted((folder / "slurm").glob("*.log")):
                print(f"== {log.name}\n{log.read_text()[-1500:]}")
            raise
        finally:
            cluster.down()
    print("the Slurm test has passed")


if __name__ == "__main__":
    main()
