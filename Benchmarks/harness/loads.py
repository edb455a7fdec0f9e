"""The load generators: each gives calls per second, and the median latency in milliseconds."""

import json
import os
import re
import subprocess

from .machine import cpu_seconds
from .servers import Failure


def run(command, environment=None):
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        raise Failure(f"{' '.join(command)}: {result.stderr.strip() or result.stdout.strip()}")
    return result.stdout


def arrange_bench(server, *arguments, duration=3.0):
    """`arrange bench`, with the processor time of the server for each call on top."""
    command = ["arrange", "bench", *map(str, arguments), "--duration", str(duration), "--warmup", "0.5"]
    before = cpu_seconds(server.pid)
    report = json.loads(server.tool(*command[1:], "--json"))
    used = cpu_seconds(server.pid) - before
    if report["errors"] or report["unanswered"] or report["lost_connections"]:
        raise Failure(f"{' '.join(command)}: {report}")
    latency = report["latency_ms"]
    return {
        "command": " ".join(command), "per_second": report["calls_per_second"], "p50_ms": latency["p50"],
        "p99_ms": latency["p99"],
        # With what it takes to fill the list and for the warm-up, so it is an upper bound.
        "server_cpu_us": used * 1e6 / report["calls"],
    }


def bench(programs, part):
    """The command that measures one part of the program, `journal` or `fanout`. Older builds have a program for each."""
    older = os.path.join(programs, {"journal": "JournalBench", "fanout": "FanoutBench"}[part])
    program = os.path.join(programs, "ArrangeBench")
    return [program, part] if os.path.exists(program) or not os.path.exists(older) else [older]


def fanout(server, programs, peer, *arguments, seconds=3.0):
    """`ArrangeBench fanout`: changes delivered per second, and how long they take to a subscriber."""
    arguments = [peer, *map(str, arguments), "--seconds", str(seconds)]
    report = json.loads(run([*bench(programs, "fanout"), *arguments, "--port", str(server.port)]))
    return {"command": " ".join(["ArrangeBench fanout", *arguments]), **report}


def redis_benchmark(server, *arguments, clients=50, pipeline=1, count=100_000):
    command = ["redis-benchmark", "-p", str(server.port), "-c", str(clients), "-P", str(pipeline), "-n", str(count),
               "--csv", *map(str, arguments)]
    lines = [line for line in run(command).splitlines() if line.startswith('"')]
    if len(lines) < 2:
        raise Failure(f"{' '.join(command)} printed no figures")
    names = [word.strip('"') for word in lines[0].split('","')]
    values = [word.strip('"') for word in lines[-1].rsplit('","', len(names) - 1)]
    figures = dict(zip(names, values))
    return {
        "command": " ".join(command).replace(f"-p {server.port} ", "-p PORT "), "per_second": float(figures["rps"]),
        "p50_ms": float(figures["p50_latency_ms"]), "p99_ms": float(figures["p99_latency_ms"]),
    }


def pgbench(server, script, seconds, clients=50):
    command = [f"{server.bin}/pgbench", "-n", "-f", script, "-c", str(clients), "-j", "2", "-T", str(seconds)]
    text = run(command, server.environment)
    pace = re.search(r"tps = ([\d.]+) \(without", text)
    latency = re.search(r"latency average = ([\d.]+) ms", text)
    failed = re.search(r"number of failed transactions: (\d+)", text)
    if not pace or (failed and int(failed.group(1)) > 0):
        raise Failure(f"pgbench: {text}")
    return {
        "command": " ".join(["pgbench", *command[1:]]).replace(script, os.path.basename(script)),
        "per_second": float(pace.group(1)), "mean_ms": float(latency.group(1)) if latency else None,
    }


def h2load(server, directory, clients=50, streams=1, seconds=3):
    """Calls of the gRPC peer, each with an empty message."""
    body = os.path.join(directory, "empty-message")
    with open(body, "wb") as file:
        file.write(b"\0" * 5)
    log = os.path.join(directory, "h2load.log")
    if os.path.exists(log):
        os.unlink(log)
    command = ["h2load", "-c", str(clients), "-m", str(streams), "-D", str(seconds), "-d", body, f"--log-file={log}",
               "-H", "content-type: application/grpc", "-H", "te: trailers",
               f"http://127.0.0.1:{server.port}/peer.Echo/Check"]
    text = run(command)
    pace = re.search(r"finished in [^,]*, ([\d.]+) req/s", text)
    bad = re.search(r"(\d+) failed, (\d+) errored, (\d+) timeout", text)
    if not pace or not bad or any(int(number) for number in bad.groups()):
        raise Failure(f"h2load: {text}")
    with open(log) as file:
        times = sorted(int(line.split("\t")[2]) for line in file)
    return {
        "command": " ".join(command).replace(directory + "/", "").replace(f":{server.port}", ":PORT"),
        "per_second": float(pace.group(1)), "p50_ms": times[len(times) // 2] / 1e3,
        "p99_ms": times[len(times) * 99 // 100] / 1e3,
    }


def grpc_status(server):
    """The status with which the gRPC peer answers; the load generator knows only that of HTTP."""
    body = os.path.join(server.site.directory, "empty-message")
    with open(body, "wb") as file:
        file.write(b"\0" * 5)
    text = run(["nghttp", "-v", "-n", "-d", body, "-H", "content-type: application/grpc", "-H", "te: trailers",
                f"http://127.0.0.1:{server.port}/peer.Echo/Check"])
    found = re.search(r"grpc-status: (\d+)", text)
    return int(found.group(1)) if found else None
