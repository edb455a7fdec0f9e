"""Several nodes over one PostgreSQL, for measurements."""

import json
import os
import signal
import subprocess
import time

from . import wire
from .servers import Failure, free_port


def slot(name):
    """The slot of a name; see Slot in Sources/Engine."""
    hashed = 0xCBF29CE484222325
    for byte in name.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
    return (hashed * 0x9E3779B97F4A7C15 % 2**64) >> 54


class Node:
    def __init__(self, programs, database, name, apart=False):
        self.name, self.port, self.apart = name, free_port(), apart
        command = [os.path.join(programs, "arranged"), "--journal", database.address, "--listen", f"127.0.0.1:{self.port}",
                   "--node-address", f"127.0.0.1:{self.port}", "--node-name", name, "--log-level", "warning"]
        if apart:
            # With a /proc of its own, which libdispatch reads.
            command = ["unshare", "--pid", "--fork", "--mount-proc", *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    @property
    def server(self):
        """The process of the server, which is the child of unshare if it runs apart."""
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        return int(found[0]) if self.apart and found else self.process.pid

    def end(self, number):
        if self.process.poll() is None:
            os.kill(self.server, number)

    def stop(self):
        self.end(signal.SIGTERM)
        self.process.wait()
        self.process.stdout.close()


def owner(database, nodes, name):
    """The node that owns a name."""
    sql = f"SELECT n.name FROM arrange.slots s JOIN arrange.nodes n ON n.id = s.node WHERE s.slot = {slot(name)}"
    found = database.run("psql", "-Atq", "-d", database.address, "-c", sql).strip()
    return next(node for node in nodes if node.name == found)


def start(programs, database, count, apart=False):
    """Nodes, once each has its share of the slots."""
    nodes = [Node(programs, database, f"node{number}", apart) for number in range(1, count + 1)]
    sql = "SELECT count(DISTINCT node), max(c) - min(c) FROM (SELECT node, count(*) OVER (PARTITION BY node) c FROM arrange.slots) s"
    for _ in range(200):
        if database.run("psql", "-Atq", "-d", database.address, "-c", sql).strip() in [f"{count}|0", f"{count}|1"]:
            return nodes
        time.sleep(0.1)
    stop(nodes)
    raise Failure("the nodes do not share the slots")


def stop(nodes):
    for node in nodes:
        node.stop()


def create(connection, name, items=100):
    connection.call("arrange.v1.Collections/Create", wire.data(1, name))
    elements = b"".join(wire.data(1, wire.data(1, f"item-{number}")) for number in range(items))
    insert = elements + wire.data(2, "") + wire.data(3, wire.number(5, 0))
    connection.call("arrange.v1.Collections/Apply", wire.data(1, name) + wire.data(2, wire.data(1, insert)))


def move(name, number):
    """The request that moves an item to the front."""
    elements = wire.data(1, wire.data(1, f"item-{number % 100}"))
    operation = wire.data(2, elements + wire.data(2, "") + wire.data(3, wire.number(5, 0)))
    return wire.data(1, name) + wire.data(2, operation) + wire.data(3, os.urandom(16))


# The calls that are timed: a method, its body for the n-th call of a collection, and how often it is called.
CALLS = {
    "a read of the description": ("Get", lambda name, _: wire.data(1, name), 3000),
    "a read of 20 items": ("Fetch", lambda name, _: wire.data(1, name) + wire.number(4, 20), 3000),
    "a durable move": ("Apply", move, 500),
}


def moves(programs, ports, seconds):
    """Durable moves a second, of all nodes together."""
    loads = [
        subprocess.Popen(
            [os.path.join(programs, "arrange"), "bench", "move", "--server", f"127.0.0.1:{port}", "--clients", str(48 // len(ports)),
             "--pipeline", "64", "--collections", str(48 // len(ports)), "--items", "100", "--duration", str(seconds), "--json"],
            stdout=subprocess.PIPE, text=True)
        for port in ports
    ]
    reports = [json.loads(load.communicate()[0]) for load in loads]
    if errors := sum(sum(report["errors"].values()) for report in reports if report.get("errors")):
        raise Failure(f"{errors} calls failed")
    return sum(report["calls_per_second"] for report in reports)


def times(connection, call, name, share=1.0):
    """The median and the 99th percentile of calls one after the other, in microseconds; with a share of them alone."""
    method, body, count = CALLS[call]
    taken = []
    for number in range(max(1, int(count * share))):
        request = body(name, number)
        begin = time.perf_counter()
        connection.call(f"arrange.v1.Collections/{method}", request)
        taken.append((time.perf_counter() - begin) * 1e6)
    taken.sort()
    return taken[len(taken) // 2], taken[len(taken) * 99 // 100]
