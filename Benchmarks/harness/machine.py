"""The machine: what it is, how busy it is, and how fast its disk flushes."""

import os
import platform
import re
import subprocess
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


def resident(pid):
    """The resident memory of a process, in bytes."""
    with open(f"/proc/{pid}/status") as file:
        return int(first(r"VmRSS:\s*(\d+)", file.read(), "0")) * 1024


def cpu_seconds(pid):
    """The time that a process has had, in user and in kernel mode, in seconds."""
    with open(f"/proc/{pid}/stat") as file:
        values = file.read().rsplit(")", 1)[1].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
