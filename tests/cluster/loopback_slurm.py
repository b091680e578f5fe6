"""A private Slurm of a few nodes on this machine, for the tests of this folder.

A node is a slurmd in namespaces of its own (processes, mounts, names): killing it ends all that runs on it at once, as
a power cut would, and freezing it stops only the slurmd, as a node that the network has lost, whose jobs go on. Where
namespaces are not allowed, nodes share the machine's, and what runs on one is found by what Slurm told it.
Everything lies in one folder; ports are free ones; nothing of an installed Slurm is touched. Needs root and Debian's
slurmctld, slurmd, slurm-client, munge, slurm-wlm-basic-plugins (cmake/install_packages.sh).
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

C = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1  # <sys/prctl.h>

PROGRAMS = ("munged", "munge", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo", "unshare")

CONFIGURATION = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# A short life of credentials: a job of a dead node is started again that much later.
AuthInfo=socket={folder}/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
TmpFS={folder}/tmp-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd-%n.log
# Neither control groups nor affinity: containers have none to give.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1,batch_sched_delay=0,default_queue_depth=1000
DependencyParameters=kill_invalid_depend
MaxJobCount={jobs}
MinJobAge=300
JobRequeue=1
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=10
KillWait=2
ReturnToService=2
SlurmdParameters=config_overrides
MailProg=/bin/true
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class SlurmFailed(Exception):
    """Slurm cannot be started here: a failure of the test, never a reason to skip it."""


NAMESPACES = ("--pid", "--mount", "--uts", "--ipc", "--fork", "--kill-child", "--mount-proc")


def has_namespaces():
    """May this process make them, and mount there?"""
    script = "hostname n && mount -t tmpfs tmpfs /dev/shm"
    return subprocess.run(["unshare", *NAMESPACES, "sh", "-c", script], capture_output=True, check=False).returncode == 0


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for opened in sockets:
            opened.bind(("127.0.0.1", 0))
        return [opened.getsockname()[1] for opened in sockets]
    finally:
        for opened in sockets:
            opened.close()


def wait_until(condition, seconds, what):
    """The first true value of the condition; an error after so many seconds."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise SlurmFailed(f"{what}: not within {seconds} seconds")
        time.sleep(0.2)


class LoopbackSlurm:
    def __init__(self, nodes=2, cpus=1, memory=4000, jobs=10000):
        self.folder = Path(tempfile.mkdtemp(prefix="damier-slurm-"))
        self.names = [f"n{i}" for i in range(1, nodes + 1)]
        self.processes = {}  # by name; of a node it is the unshare around its slurmd, where there is one
        self.namespaces = has_namespaces()
        self.host = socket.gethostname().split(".")[0]
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in list(self.environment):
            if name.startswith("SLURM_") and name != "SLURM_CONF":
                del self.environment[name]
        self.write_files(cpus, memory, jobs)

    def write_files(self, cpus, memory, jobs):
        for part in ("munge", "state", "log"):
            (self.folder / part).mkdir(mode=0o755)
        self.folder.chmod(0o755)
        key = self.folder / "munge/key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(128))
        controller, *ports = free_ports(1 + len(self.names))
        text = CONFIGURATION.format(host=self.host, port=controller, folder=self.folder, jobs=jobs)
        hosts = Path("/etc/hosts").read_text(encoding="utf-8")
        for name, port in zip(self.names, ports):
            (self.folder / f"spool-{name}").mkdir()
            (self.folder / f"tmp-{name}").mkdir()
            hosts += f"127.0.0.1 {name}\n"
            text += (
                f"NodeName={name} NodeHostname={self.host} NodeAddr=127.0.0.1 Port={port} "
                f"CPUs={cpus} RealMemory={memory} State=UNKNOWN\n"
            )
        (self.folder / "hosts").write_text(hosts, encoding="utf-8")
        (self.folder / "slurm.conf").write_text(text, encoding="utf-8")

    def run(self, *words, check=True):
        done = subprocess.run(
            [str(word) for word in words], env=self.environment, capture_output=True, text=True, timeout=60, check=False
        )
        if check and done.returncode != 0:
            raise SlurmFailed(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}{self.logs()}")
        return done.stdout

    def logs(self):
        parts = []
        for log in sorted((self.folder / "log").iterdir()):
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            parts.append("\n".join([f"--- {log.name}", *lines]))
        return "\n".join(parts)

    def start(self):
        missing = [name for name in PROGRAMS if shutil.which(name) is None]
        if missing:
            raise SlurmFailed(f"not installed: {' '.join(missing)}; run cmake/install_packages.sh")
        munge = self.folder / "munge"
        self.start_process(
            *("munged", "munged", "--foreground", f"--key-file={munge}/key", f"--socket={munge}/socket"),
            *(f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed", "--num-threads=2"),
        )
        wait_until((munge / "socket").exists, 20, "munged listens")
        self.start_controller()
        for name in self.names:
            self.start_node(name)
        self.wait_for_nodes()
        return self

    def start_process(self, name, *words):
        """A daemon that dies with this process, however that ends."""
        with open(self.folder / f"log/{name}.out", "ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(word) for word in words], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=lambda: C.prctl(PR_SET_PDEATHSIG, signal.SIGKILL),
            )

    def start_controller(self):
        self.start_process("slurmctld", "slurmctld", "-D", "-f", self.folder / "slurm.conf")

    def kill_controller(self):
        self.kill("slurmctld")

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait()

    def start_node(self, name):
        if not self.namespaces:
            return self.start_process(name, "slurmd", "-D", "-N", name, "-f", self.folder / "slurm.conf")
        script = (
            'hostname "$1" && mount -t tmpfs tmpfs /dev/shm && mount --bind "$2/hosts" /etc/hosts && '
            'exec slurmd -D -N "$1" -f "$2/slurm.conf"'
        )
        self.start_process(name, "unshare", *NAMESPACES, "bash", "-c", script, "bash", name, self.folder)

    def slurmd(self, name):
        """The process of the slurmd, as this side of its namespace numbers it."""
        if not self.namespaces:
            return self.processes[name].pid
        children = Path(f"/proc/{self.processes[name].pid}/task/{self.processes[name].pid}/children")
        return int(children.read_text(encoding="ascii").split()[0])

    def kill_node(self, name):
        self.kill(name)
        if not self.namespaces:
            for process in self.jobs_of_node(name):
                os.kill(process, signal.SIGKILL)

    def jobs_of_node(self, name):
        """The processes that this Slurm has started there, and those that watch them."""
        told = {f"SLURMD_NODENAME={name}", f"SLURM_CONF={self.folder}/slurm.conf"}
        found = set()
        for entry in Path("/proc").iterdir():
            try:
                if not entry.name.isdigit() or not told <= set((entry / "environ").read_text(errors="replace").split("\0")):
                    continue
                found.add(int(entry.name))
                parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
                if Path(f"/proc/{parent}/comm").read_text().startswith("slurmstepd"):
                    found.add(int(parent))
            except OSError:
                continue
        return found

    def freeze_node(self, name):
        os.kill(self.slurmd(name), signal.SIGSTOP)

    def thaw_node(self, name):
        os.kill(self.slurmd(name), signal.SIGCONT)

    def node_states(self):
        """By name, as sinfo calls it: idle, allocated, down..."""
        lines = self.run("sinfo", "--noheader", "--Node", "--format=%N %T").splitlines()
        return dict(line.split() for line in lines)

    def wait_for_nodes(self):
        up = {"idle", "mixed", "allocated", "completing"}
        wait_until(
            lambda: all(self.node_states().get(name) in up for name in self.names), 60, f"nodes are up\n{self.logs()}"
        )

    def jobs(self, states="all"):
        """Rows of squeue: number, name, state, reason or nodes."""
        text = self.run("squeue", "--noheader", f"--states={states}", "--format=%i|%j|%T|%R")
        return [line.split("|", 3) for line in text.splitlines()]

    def waiting_or_running(self):
        return self.jobs("PENDING,RUNNING,COMPLETING,CONFIGURING,SUSPENDED")

    def stop(self):
        for name in self.processes:
            self.kill(name)
        shutil.rmtree(self.folder, ignore_errors=True)
