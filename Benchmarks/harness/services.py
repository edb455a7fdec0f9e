"""Rows of what is around the server: a journal in PostgreSQL, several nodes, streams of events, the client for Python."""

import json
import os
import subprocess

from . import loads, nodes, over_http, postgresql, wire
from .machine import cpu_seconds
from .row import CLIENTS, LIST, Row
from .servers import Arrange, Failure

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Database:
    """A PostgreSQL until the end of a `with`, with the table of pgbench."""

    def __init__(self, context):
        self.context, self.run = context, 0

    def __enter__(self):
        self.server = postgresql.Server(self.context.site.directory)
        self.server.run("psql", "-q", "-d", self.server.address, "-c", postgresql.TABLE)
        return self

    def __exit__(self, *_):
        self.server.end()

    def pgbench(self, row, clients, seconds):
        self.run += 1
        # Connecting is a part of the time.
        pace = postgresql.pgbench(self.server, clients, max(3, seconds), self.run)
        row.add(f"pgbench, {clients} connection{'s' if clients > 1 else ''}",
                {"command": f"pgbench -M prepared -c {clients} -f insert.sql", "per_second": pace})


def over_postgresql(context):
    """Durable moves and commits with the journal in PostgreSQL: beside pgbench."""
    row = Row("postgresql", "Durable moves and commits with the journal in PostgreSQL")
    seconds = 1 if context.quick else 3
    with Database(context) as database:
        address = database.server.address
        with Arrange(context.site, context.bin, journal=address) as arrange:
            for number in range(context.rounds):
                context.say(f"postgresql, round {number + 1}")
                context.disk(row)
                for flight in (1, 16):
                    row.add(f"arrange move, lexorank, {flight} in flight",
                            loads.arrange_bench(arrange, "move", "--clients", CLIENTS, "--pipeline", flight, "--items", LIST,
                                                "--strategy", "lexorank", duration=context.seconds))
                for group in (1, 64, 1_024):
                    command = [*loads.bench(context.bin, "journal"), "--groups", str(group), "--rounds", "1", "--seconds",
                               str(seconds), "--requests"]
                    output = loads.run([*command, "--journal", address])
                    row.add(f"journal, groups of {group}",
                            {"command": " ".join(["ArrangeBench", *command[1:], "--journal", "URL"]),
                             "per_second": json.loads(output)[0]["journal"]})
                for clients in (1, 64):
                    database.pgbench(row, clients, seconds)
    row.notes.append("Everything is on this machine. The database has the settings of its package, so every transaction is flushed "
                     "to the disk. pgbench makes the same compare and set as the journal, one row in a transaction.")
    return row


def several_nodes(context):
    """Durable moves through one node and three over one PostgreSQL, and calls through the owner and another node."""
    row = Row("nodes", "Nodes over one PostgreSQL: durable moves through one and through three, and calls through another node")
    seconds, share = (1, 0.1) if context.quick else (5, 1.0)
    with Database(context) as database:
        for number in range(context.rounds):
            context.say(f"nodes, round {number + 1}")
            for count in (1, 3):
                running = nodes.start(context.bin, database.server, count)
                try:
                    pace = nodes.moves(context.bin, [node.port for node in running], seconds)
                    row.add(f"moves, {count} node{'s' if count > 1 else ''}",
                            {"command": "arrange bench move --pipeline 64, at each node", "per_second": pace})
                    if count > 1:
                        calls(row, database.server, running, f"latency-{number}", share)
                finally:
                    nodes.stop(running)
            database.pgbench(row, 64, seconds)
    for call in nodes.CALLS:
        own, other = (row.median(f"{call}, through {which}", "p50_ms") for which in ("the owner", "another node"))
        row.notes.append(f"Through another node {call} takes {other / own:.2f} times as long, by medians.")
    row.notes.append("Everything is on this machine, so three nodes, the database and the load share its processors. Calls are made "
                     "one after the other.")
    return row


def calls(row, database, running, name, share):
    connections = {node.name: wire.Connection(node.port) for node in running}
    nodes.create(connections[running[0].name], name)
    own = nodes.owner(database, running, name)
    other = next(node for node in running if node is not own)
    for call in nodes.CALLS:
        for which, node in (("the owner", own), ("another node", other)):
            p50, p99 = nodes.times(connections[node.name], call, name, share)
            row.add(f"{call}, through {which}", {"p50_ms": p50 / 1e3, "p99_ms": p99 / 1e3})
    for connection in connections.values():
        connection.close()


def http(context):
    """Calls over HTTP, and changes as streams of events, beside the same over frames."""
    row = Row("http", "Calls over HTTP, and changes as streams of events, beside the same over frames")
    seconds = 1 if context.quick else 5
    with over_http.Server(context.bin) as server:
        for number in range(context.rounds):
            context.say(f"http, round {number + 1}")
            pace, ping = over_http.paces(server, seconds)
            row.add("GET /v1/health, 32 in flight", {"command": "h2load --h1 -c 32 -m 1 http://127.0.0.1:PORT/v1/health",
                                                     "per_second": pace})
            row.add("arrange ping, 32 in flight", {"command": "arrange bench ping --clients 32", "per_second": ping})
    with over_http.Server(context.bin) as server:
        rate = over_http.full_pace(server) / 2
        for number in range(context.rounds):
            context.say(f"http, events, round {number + 1}")
            for name, times in over_http.delays(server, seconds, rate).items():
                times.sort()
                row.add("a commit to its event" if name == "HTTP" else "a commit to its message over frames",
                        {"p50_ms": times[len(times) // 2], "p99_ms": over_http.p99(times)})
    row.ratio_bar("GET /v1/health, 32 in flight", "arrange ping, 32 in flight", over_http.LEAST_RATIO)
    later = row.median("a commit to its event", "p99_ms") - row.median("a commit to its message over frames", "p99_ms")
    row.bar(f"p99 of an event ≤ that over frames + {over_http.MOST_DELAY:.0f} ms", later, over_http.MOST_DELAY, at_least=False,
            form="{:+.2f} ms")
    streams = 300 if context.quick else 3_000
    over_http.allow_descriptors(streams + 1_000)
    with over_http.Server(context.bin, "--max-connections", str(streams + 100)) as server:
        kib = over_http.idle_streams(server, streams)[-1]
    row.add("an idle stream of events", {"bytes": kib * 1024})
    row.bar(f"memory of an idle stream ≤ {over_http.MOST_MEMORY:.0f} KiB", kib, over_http.MOST_MEMORY, at_least=False, form="{:.1f} KiB")
    row.notes.append(f"Events are measured beside {rate:,.0f} moves a second, half of what the machine could do just before.")
    return row


def python(context):
    """The client for Python: calls a second on one connection."""
    row = Row("python", "The client for Python: one connection, 200 calls at the same time")
    program = os.path.join(ROOT, "Clients", "Python", "benchmarks", "calls.py")
    count = 2_000 if context.quick else 20_000
    with Arrange(context.site, context.bin) as server:
        for number in range(context.rounds):
            context.say(f"python, round {number + 1}")
            command = [program, "--server", f"127.0.0.1:{server.port}", "--calls", str(count), "--turns", "1", "--json"]
            before = cpu_seconds(server.pid)
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise Failure(f"{program}: {done.stderr.strip()}")
            report = json.loads(done.stdout)
            used = (cpu_seconds(server.pid) - before) * 1e6 / (count * len(report["calls"]))
            for name, figures in report["calls"].items():
                row.add(name, {"command": f"Clients/Python/benchmarks/calls.py --calls {count} --turns 1", **figures})
            row.add("all of them", {"server_cpu_us": used})
    row.notes.append(f"protobuf runtime: {report['runtime']}.")
    return row


ROWS = {"postgresql": over_postgresql, "nodes": several_nodes, "http": http, "python": python}
