"""Calls and streams of events over HTTP beside the same over frames, for measurements."""

import http.client
import json
import multiprocessing
import os
import re
import resource
import socket
import subprocess
import tempfile
import time

from . import wire
from .servers import Failure

IN_FLIGHT = 32  # The listener serves 48 connections of one address.
LEAST_RATIO = 0.4
MOST_DELAY = 2.0  # ms, of the 99th percentile over frames
MOST_MEMORY = 20.0  # KiB for each stream
MARK = re.compile(rb"t=(\d+);")


class Server:
    """A server with frames and HTTP, until the end of a `with`."""

    def __init__(self, bin, *flags):
        self.bin, self.flags = bin, flags

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="arrange-http-")
        self.log = open(os.path.join(self.directory.name, "log"), "w+", encoding="utf-8")
        command = [os.path.join(self.bin, "arranged"), "--data", os.path.join(self.directory.name, "data"), "--listen",
                   "127.0.0.1:0", "--http", "127.0.0.1:0", *self.flags]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARRANGE_")}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=environment)
        for _ in range(600):
            with open(self.log.name, encoding="utf-8") as log:
                text = log.read()
            listens, speaks = re.search(r" listens on .*:(\d+),", text), re.search(r"speaks HTTP.*:(\d+)$", text, re.MULTILINE)
            if listens and speaks:
                self.port, self.http = int(listens[1]), int(speaks[1])
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise Failure(f"arranged does not start: {text}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        self.directory.cleanup()

    def bench(self, operation, *more):
        command = [os.path.join(self.bin, "arrange"), "bench", operation, "--server", f"127.0.0.1:{self.port}", "--json", *map(str, more)]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)

    def send(self, verb, path, body=None, source=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.http, timeout=30, source_address=source)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(verb, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def resident(self):
        """The memory of the server, in KiB."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1024


def p99(times):
    return sorted(times)[max(0, len(times) * 99 // 100 - 1)]


# Ratio.


def paces(server, seconds):
    """A second: requests for the health over HTTP, from h2load, and pings over frames, with as many in flight."""
    command = ["h2load", "--h1", "-c", str(IN_FLIGHT), "-m", "1", "-D", str(seconds), "--warm-up-time", "1",
               f"http://127.0.0.1:{server.http}/v1/health"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    pace = float(re.search(r"finished in [^,]*, ([\d.]+) req/s", text)[1])
    failed = re.search(r"(\d+) failed, (\d+) errored, (\d+) timeout", text)
    if any(int(number) for number in failed.groups()):
        raise Failure(f"h2load: {text}")
    return pace, server.bench("ping", "--clients", IN_FLIGHT, "--duration", seconds, "--warmup", 1)["calls_per_second"]


# Events.


def take_marks(read, count, results):
    """Waits for commits, of which each has the time when it was sent in it, and tells how long they took."""
    times, rest = [], b""
    while len(times) < count:
        received = read()
        if not received:
            break
        now = time.monotonic_ns()
        rest += received
        last = 0
        for found in MARK.finditer(rest):
            times.append((now - int(found[1])) / 1e6)
            last = found.end()
        rest = rest[max(last, len(rest) - 100):]
    results.put(times)


def follow_events(port, count, ready, results):
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(f"GET /v1/collections/timed/changes HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    connection.recv(1 << 16)
    ready.set()
    take_marks(lambda: connection.recv(1 << 16), count, results)


def follow_frames(port, count, ready, results):
    connection = wire.Connection(port)
    content = wire.number(1, 1) + wire.number(2, wire.OPEN) + wire.data(4, "arrange.v1.Changes/Subscribe")
    content += wire.number(7, 2**64 - 1) + wire.data(15, wire.data(1, "timed"))
    connection.socket.sendall(wire.varint(len(content)) + content)
    connection.frame()
    ready.set()

    def read():
        received = connection.socket.recv(1 << 16)
        return received

    take_marks(read, count, results)


def full_pace(server):
    """Moves a second at full speed."""
    return server.bench("move", "--clients", 16, "--duration", 2, "--warmup", 1)["calls_per_second"]


def delays(server, seconds, rate):
    """The times from commits to events, and to messages over frames, in ms, while there are so many moves a second besides."""
    count = seconds * 100
    server.send("DELETE", "/v1/collections/timed")
    server.send("PUT", "/v1/collections/timed", {})
    load = subprocess.Popen(
        [os.path.join(server.bin, "arrange"), "bench", "move", "--server", f"127.0.0.1:{server.port}", "--clients", "16",
         "--rate", str(int(rate)), "--duration", str(seconds + 3), "--json"], stdout=subprocess.DEVNULL)
    results, workers = {}, []
    for name, body, port in (("HTTP", follow_events, server.http), ("frames", follow_frames, server.port)):
        ready, results[name] = multiprocessing.Event(), multiprocessing.Queue()
        worker = multiprocessing.Process(target=body, args=(port, count, ready, results[name]), daemon=True)
        worker.start()
        ready.wait(30)
        workers.append(worker)
    time.sleep(1)
    writer = wire.Connection(server.port)
    for place in range(count):
        begin = time.monotonic()
        mark = f"t={time.monotonic_ns()};"
        field = wire.data(1, "t") + wire.data(6, mark)
        item = wire.data(1, f"i{place}") + wire.data(2, field)
        insert = wire.data(1, wire.data(1, item))
        writer.call("arrange.v1.Collections/Apply", wire.data(1, "timed") + wire.data(2, insert))
        time.sleep(max(0, begin + 0.01 - time.monotonic()))
    times = {name: result.get(timeout=60) for name, result in results.items()}
    for worker in workers:
        worker.join(5)
    load.wait()
    writer.close()
    return times


# Memory.


def allow_descriptors(count):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, most), most))


def idle_streams(server, count):
    """What idle streams of events take of the server, in KiB for each, in three parts: the first of them fill pools."""
    server.send("PUT", "/v1/collections/quiet", {})
    server.send("POST", "/v1/collections/quiet/items", {"id": "a"})
    kept, steps = [], []
    for _ in range(3):
        before = server.resident()
        for _ in range(count // 3):
            stream = socket.create_connection(("127.0.0.1", server.http), timeout=30)
            stream.sendall(f"GET /v1/collections/quiet/changes HTTP/1.1\r\nHost: 127.0.0.1:{server.http}\r\n\r\n".encode())
            if b"200 OK" not in stream.recv(1 << 16):
                raise Failure("a stream was refused")
            kept.append(stream)
        time.sleep(2)
        steps.append((server.resident() - before) / (count // 3))
    for stream in kept:
        stream.close()
    return steps
