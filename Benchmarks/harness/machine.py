"""The machine: what it is, how busy it is, and how fast its disk flushes."""

import os
import platform
import re
import subprocess
import sys
import time


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def first(pattern, text, otherwise="unknown"):
    found = re.search(pattern, text)
    return found.group(1) if found else otherwise


def describe(directory):
    with open("/proc/cpuinfo") as file:
        cpu = first(r"model name\s*:\s*(.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(first(r"MemTotal:\s*(\d+)", file.read(), "0")) // 1024
    with open("/etc/os-release") as file:
        system = first(r'PRETTY_NAME="(.*)"', file.read())
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "memory_mib": memory,
        "system": system,
        "kernel": platform.release(),
        "filesystem": output("findmnt", "-no", "FSTYPE", "-T", directory) or "unknown",
        "load_at_start": os.getloadavg()[0],
    }


def fdatasync(directory, seconds=0.5, size=4096):
    """Appends 4 KiB and flushes, again and again: flushes per second, and the median time of one in ms."""
    path = os.path.join(directory, "fdatasync")
    block = b"x" * size
    times = []
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_TRUNC, 0o600)
    try:
        end = time.perf_counter() + seconds
        start = time.perf_counter()
        while start < end or not times:
            os.write(handle, block)
            os.fdatasync(handle)
            now = time.perf_counter()
            times.append(now - start)
            start = now
    finally:
        os.close(handle)
        os.unlink(path)
    times.sort()
    return {"per_second": len(times) / sum(times), "p50_ms": times[len(times) // 2] * 1e3}


WATCH_CLOCK = """
import time
gaps, last = [0.0], time.perf_counter()
end = last + %f
while last < end:
    now = time.perf_counter()
    if now - last >= %f:
        gaps.append(now - last)
    last = now
print(sum(gaps), max(gaps))
"""


def stalls(seconds=2.0, least=0.001):
    """A loop on each core that only reads the clock: the share of the time in which it stood still for 1 ms or more, and
    the longest such time in ms. A program that has more to do waits no less."""
    command = [sys.executable, "-c", WATCH_CLOCK % (seconds, least)]
    watchers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(os.cpu_count())]
    gaps = [[float(word) for word in watcher.communicate()[0].split()] for watcher in watchers]
    return {
        "percent": sum(total for total, _ in gaps) / (seconds * len(watchers)) * 100,
        "longest_ms": max(longest for _, longest in gaps) * 1e3,
    }


def resident(pid):
    """The resident memory of a process, in bytes."""
    with open(f"/proc/{pid}/status") as file:
        return int(first(r"VmRSS:\s*(\d+)", file.read(), "0")) * 1024


def cpu_seconds(pid):
    """The time that a process has had, in user and in kernel mode, in seconds."""
    with open(f"/proc/{pid}/stat") as file:
        values = file.read().rsplit(")", 1)[1].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
