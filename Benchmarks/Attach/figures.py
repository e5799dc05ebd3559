#!/usr/bin/env python3
"""How many injected stalls `runloop stalls attach` finds, and what watching costs.

    Benchmarks/Attach/figures.py found [ROUNDS] [PROGRAM...]   asyncio, glib, libuv, node, redis
    Benchmarks/Attach/figures.py cost [ROUNDS] [OPTION...]     redis-server under redis-benchmark, with and without; options of attach
    Benchmarks/Attach/figures.py bursts [ROUNDS] [OPTION...]   the same with loads of about half a second
    Benchmarks/Attach/figures.py beside [ROUNDS] [OPTION...]   such loads, while another process is watched: what a program that wakes up costs
    Benchmarks/Attach/figures.py idle [MINUTES]                programs that have next to nothing to do: what is reported of them

The tool is .build/release/runloop, or the one that RUNLOOP names. A program that is not installed is left out, with a line that says so.
"""
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = os.environ.get("RUNLOOP", os.path.join(HERE, "../../.build/release/runloop"))

# The causes that are right for a kind of stall. Some programs have other ways to do the same.
RIGHT = {
    "sleep": {"sleep"},
    "compute": {"processor", "kernel"},
    "hash": {"processor"},
    "file": {"fileIO"},
    "child": {"childProcess"},
    "child-output": {"pipe", "poll", "childProcess"},
    "file-lock": {"lock"},
    "helper": {"socket"},
    "lock": {"lock"},
    "condition": {"wait"},
    "semaphore": {"wait"},
    "queue": {"wait"},
    "join": {"wait", "lock"},
    "pipe": {"pipe"},
    "socket": {"socket"},
    "socket-limit": {"socket", "poll"},
    "poll": {"poll", "pipe"},
    "debug-sleep": {"sleep"},
    "script": {"processor"},
}
# Python's locks are semaphores; Node sleeps by a futex, and runs children in a loop of libuv's.
BESIDE = {("asyncio", "lock"): {"wait"}, ("node", "sleep"): {"wait"}, ("node", "child"): {"poll"}}


def attach(process, folder, log, options=()):
    tool = subprocess.Popen(
        [TOOL, "stalls", "attach", str(process), "--json", "--folder", folder, *options],
        stdout=log, stderr=subprocess.PIPE)
    tool.stderr.readline()
    return tool


def judge(name, stalls, reports):
    """Prints the stalls of a program that were missed or misjudged, and gives the counts."""
    found = right = 0
    used = set()
    for _, kind, begin, length in stalls:
        begin, end = float(begin), float(begin) + float(length)

        def overlap(report):
            start = report["time"]["startedMonotonic"] / 1e9
            return min(end, start + report["time"]["duration"] / 1e9) - max(begin, start)

        match = [r for r in reports if id(r) not in used and overlap(r) > 0.15]
        if not match:
            print(f"  missed: {kind}, {float(length):.3f} s")
            continue
        found += 1
        used.update(id(r) for r in match)
        best = max(match, key=lambda r: r["time"]["duration"])
        if best["cause"] in RIGHT[kind] | BESIDE.get((name, kind), set()):
            right += 1
        else:
            print(f"  wrong: {kind} is {best['cause']}: {best['sentence']}")
    others = [r for r in reports if id(r) not in used]
    for report in others:
        print(f"  reported, and not injected: {report['sentence']}")
    print(f"{name}: {len(stalls)} injected, {found} found, {right} with the right cause, {len(others)} others")
    return len(stalls), found, right, len(others)


def compiled(name, flags, folder):
    program = os.path.join(folder, name)
    source = os.path.join(HERE, "stalling.c")
    library = ["-DWITH_GLIB"] if name == "glib" else []
    subprocess.run(["cc", "-O1", "-g", "-w", *library, source, "-o", program, *flags, "-lpthread"], check=True)
    return [program]


def command(name, folder):
    """How the program is started; None where it is not installed."""
    packages = {"glib": "glib-2.0", "libuv": "libuv"}
    if name in packages:
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", packages[name]], capture_output=True, text=True)
        return compiled(name, flags.stdout.split(), folder) if flags.returncode == 0 else None
    if name == "asyncio":
        return ["/usr/bin/python3", os.path.join(HERE, "stalling.py")]
    if name == "node" and shutil.which("node"):
        return ["node", "--perf-basic-prof", os.path.join(HERE, "stalling.js")]
    if name == "redis" and shutil.which("redis-server"):
        return ["redis-server", "--port", "7398", "--save", "", "--enable-debug-command", "yes"]
    return None


def redis_stalls(rounds):
    """Asks redis-server for what blocks it; gives lines as the programs print them."""
    def ask(*words):
        words = [w.encode() for w in words]
        s.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
        answer = s.recv(65536)
        assert not answer.startswith(b"-"), answer

    s = socket.create_connection(("127.0.0.1", 7398))
    s.settimeout(20)
    time.sleep(1.5)
    def script(count):
        return "eval", f"local x = 1 for i = 1, {count} do x = x * 1.0000001 end return 1", "0"

    # How many steps take 0.4 s is tried first.
    begin = time.monotonic()
    ask(*script(2_000_000))
    steps = int(2_000_000 * 0.4 / (time.monotonic() - begin))
    kinds = [("debug-sleep", ("debug", "sleep", "0.4")), ("script", script(steps))]
    lines = []
    for number in range(rounds * len(kinds)):
        kind, words = kinds[number % len(kinds)]
        begin = time.monotonic()
        ask(*words)
        lines.append(f"STALL {kind} {begin:.6f} {time.monotonic() - begin:.6f}")
        time.sleep(0.7 + number * 37 % 90 / 1000)
    return lines


def found(rounds, names):
    total = [0] * 4
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            start = command(name, folder)
            if start is None:
                print(f"{name}: left out, since it is not installed")
                continue
            arguments = [] if name == "redis" else [str(rounds)]
            program = subprocess.Popen(start + arguments, stdout=subprocess.PIPE, text=True, cwd=folder)
            time.sleep(0.3)
            with open(os.path.join(folder, f"{name}.json"), "w+") as log:
                tool = attach(program.pid, os.path.join(folder, f"{name}-reports"), log)
                if name == "redis":
                    lines = redis_stalls(rounds)
                    program.terminate()
                else:
                    lines = program.stdout.read().splitlines()
                program.wait(60)
                tool.wait(60)
                log.seek(0)
                reports = [json.loads(line) for line in log if line.startswith("{")]
            stalls = [line.split() for line in lines if line.startswith("STALL")]
            for place, count in enumerate(judge(name, stalls, reports)):
                total[place] += count
    print("all: {} injected, {} found, {} with the right cause, {} others".format(*total))


def processor_time(process):
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost(rounds, requests, options, beside=False):
    server = subprocess.Popen(["redis-server", "--port", "7398", "--save", ""], stdout=subprocess.DEVNULL)
    sleeper = subprocess.Popen(["sleep", "1000000"]) if beside else None
    time.sleep(0.7)

    def load():
        """Requests a second, and the 99th percentile in milliseconds."""
        ran = subprocess.run(
            ["redis-benchmark", "-p", "7398", "-n", str(requests), "-c", "8", "-t", "get", "--csv", "--precision", "3"],
            capture_output=True, text=True, check=True)
        row = ran.stdout.strip().splitlines()[-1].replace('"', "").split(",")
        return float(row[1]), float(row[6])

    load()
    rows = {False: [], True: []}
    shares = {"idle": [], "busy": []}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):
            for watched in (turn % 2 == 0, turn % 2 == 1):
                if not watched:
                    rows[False].append(load())
                    continue
                tool = attach((sleeper or server).pid, folder, subprocess.DEVNULL, options)
                time.sleep(1)

                def share(kind, act):
                    begin, used = time.monotonic(), processor_time(tool.pid)
                    act()
                    shares[kind].append((processor_time(tool.pid) - used) / (time.monotonic() - begin))

                share("busy", lambda: rows[True].append(load()))
                share("idle", lambda: time.sleep(4))
                tool.terminate()
                tool.wait()
    print("redis-server ended by itself" if server.poll() is not None else "redis-server goes on")
    for program in filter(None, (server, sleeper)):
        program.terminate()
        program.wait()
    for place, name, unit in ((0, "throughput", "requests a second"), (1, "p99", "ms")):
        # redis-benchmark tells its percentiles in steps of 0.008 ms: the mean of many rounds is finer than the median.
        for which, middle in (("median", statistics.median), ("mean", statistics.mean)):
            without, with_it = (middle([row[place] for row in rows[kind]]) for kind in (False, True))
            print(f"{name}, {which}: {without:.4g} without, {with_it:.4g} with, {(with_it / without - 1) * 100:+.2f} % ({unit})")
    for kind, values in shares.items():
        print(f"watcher of the {kind} server: {statistics.median(values) * 100:.2f} % of a processor")


def idle(minutes):
    tick = "setInterval(() => {}, 100)"
    sleeper = "import asyncio\nasync def main():\n while True: await asyncio.sleep(0.1)\nasyncio.run(main())"
    commands = {
        "asyncio": ["/usr/bin/python3", "-c", sleeper],
        "http.server": ["/usr/bin/python3", "-m", "http.server", "--bind", "127.0.0.1", "7397"],
        "node": ["node", "-e", tick],
        "redis-server": ["redis-server", "--port", "7398", "--save", ""],
        "dbus-daemon": ["dbus-daemon", "--session", "--nofork", "--address=unix:dir=/tmp"],
    }
    programs, tools = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for name, words in commands.items():
            if shutil.which(words[0]) is None:
                print(f"{name}: left out, since it is not installed")
                continue
            programs[name] = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        time.sleep(2)
        for name, program in programs.items():
            log = open(os.path.join(folder, f"{name}.json"), "w+")
            tools[name] = (attach(program.pid, os.path.join(folder, name), log), log)
        time.sleep(minutes * 60)
        for name, (tool, log) in tools.items():
            used = processor_time(tool.pid) / (minutes * 60)
            state = "" if programs[name].poll() is None and tool.poll() is None else ", and it has ended"
            tool.terminate()
            tool.wait()
            programs[name].terminate()
            programs[name].wait()
            log.seek(0)
            reports = [json.loads(line) for line in log if line.startswith("{")]
            print(f"{name}: {len(reports)} reported in {minutes} minutes, {used * 100:.2f} % of a processor{state}")
            for report in reports:
                print(f"  {report['sentence']}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("found", "cost", "bursts", "beside", "idle"):
        sys.exit(__doc__)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    if sys.argv[1] == "cost":
        cost(rounds, 600_000, sys.argv[3:])
    elif sys.argv[1] == "bursts":
        cost(rounds, 45_000, sys.argv[3:])
    elif sys.argv[1] == "beside":
        cost(rounds, 45_000, sys.argv[3:], beside=True)
    elif sys.argv[1] == "idle":
        idle(rounds)
    else:
        found(rounds, sys.argv[3:] or ["asyncio", "glib", "libuv", "node", "redis"])
