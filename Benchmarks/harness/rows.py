"""The rows of the comparison. Each runs its series in turns and says what came out."""

import json
import os
import random
import resource
import statistics
import subprocess
import time

from . import loads, machine, services, trace, wire
from .row import CLIENTS, LIST, Context, Row
from .servers import GRPC, NATS, Arrange, Failure, Postgres, Redis

STRATEGIES = ("lexorank", "fractional", "dense")

def ping(context):
    """Unary calls without storage: beside Redis PING and a unary service of grpc-swift-2."""
    row = Row("ping", "Unary calls without storage, 50 connections")
    count = 300_000 if context.quick else 3_000_000
    with Arrange(context.site, context.bin) as arrange, Redis(context.site) as redis:
        grpc = GRPC(context.site, context.grpc) if context.grpc else None
        if grpc and loads.grpc_status(grpc) != 0:
            raise Failure("the gRPC peer does not answer as it should")
        for number in range(context.rounds):
            context.say(f"ping, round {number + 1}")
            for flight in (16, 1):
                row.add(f"arrange ping, {flight} in flight",
                        loads.arrange_bench(arrange, "ping", "--clients", CLIENTS, "--pipeline", flight,
                                            duration=context.seconds))
                for form in ("ping_mbulk", "ping_inline"):
                    row.add(f"redis {form}, {flight} in flight",
                            loads.redis_benchmark(redis, "-t", form, pipeline=flight,
                                                  count=count if flight > 1 else count // 12))
                if grpc:
                    row.add(f"grpc-swift-2, {flight} in flight",
                            loads.h2load(grpc, context.site.directory, streams=flight, seconds=2))
        if grpc:
            grpc.stop()
    for flight in (16, 1):
        best = max(("ping_mbulk", "ping_inline"),
                   key=lambda form: row.median(f"redis {form}, {flight} in flight"))
        row.ratio_bar(f"arrange ping, {flight} in flight", f"redis {best}, {flight} in flight", 1.0)
    if context.grpc:
        ours, theirs = "arrange ping, 16 in flight", "grpc-swift-2, 16 in flight"
        row.ratio_bar(ours, theirs, 20)
        row.bar(f"p50 of {ours} ≤ 1/10 of {theirs}", row.median(ours, "p50_ms") / row.median(theirs, "p50_ms"), 0.1,
                at_least=False, form="{:.3f} ×")
        row.notes.append(
            "With one call in flight on each connection the system's own work for sockets is most of a call, for every "
            "server; those figures of grpc-swift-2 are for scale."
        )
    else:
        row.notes.append("grpc-swift-2 was left out: --no-grpc")
    row.notes.append(
        "Redis is compared in the form of its PING that is faster in the same run. redis-benchmark counts latency to the "
        "first answer of a batch, arrange bench to the answer of each call; only calls per second are compared with it."
    )
    row.notes.append("The load on grpc-swift-2 comes from h2load, which is written in C and not the bottleneck.")
    return row


LINSERT_START, LINSERT_CALLS = 5_000, 10_000
MOVE_SCRIPT = (
    "if ARGV[1]~=ARGV[2] then redis.call('LREM',KEYS[1],1,ARGV[1]) "
    "redis.call('LINSERT',KEYS[1],'BEFORE',ARGV[2],ARGV[1]) end return 1"
)


def element(number):
    return f"e:{number:012d}"


def linsert(context, redis, flight):
    """LINSERT at a random pivot; the list grows from 5,000 to 15,000 during a run, so it has 10,000 on average."""
    figures, calls, seconds = None, 0, 0.0
    for _ in range(1 if context.quick else 3):
        redis.send(["DEL", "list"])
        redis.fill(["RPUSH", "list", element(number)] for number in range(LINSERT_START))
        figures = loads.redis_benchmark(redis, "-r", LINSERT_START, "LINSERT", "list", "BEFORE", "e:__rand_int__",
                                        "x:__rand_int__", pipeline=flight, count=LINSERT_CALLS)
        calls += LINSERT_CALLS
        seconds += LINSERT_CALLS / figures["per_second"]
    return {**figures, "per_second": calls / seconds}


def list_moves(context, redis, flight):
    """What a move is in a list of Redis: LREM and LINSERT together, in a script."""
    redis.send(["DEL", "list"])
    redis.fill(["RPUSH", "list", element(number)] for number in range(LIST))
    count = 3_000 if context.quick else 10_000
    return loads.redis_benchmark(redis, "-r", LIST, "EVAL", MOVE_SCRIPT, "1", "list", "e:__rand_int__",
                                 "e:__rand_int__", pipeline=flight, count=count)


def zadd(context, redis, flight):
    redis.send(["DEL", "set"])
    redis.fill(["ZADD", "set", number, element(number)] for number in range(LIST))
    count = 20_000 if context.quick else (200_000 if flight > 1 else 60_000)
    return loads.redis_benchmark(redis, "-r", LIST, "ZADD", "set", "__rand_int__", "e:__rand_int__", pipeline=flight,
                                 count=count)


PGBENCH_SCRIPT = """\\set moved random(1, {count})
\\set target random(1, {count})
BEGIN;
SELECT id FROM list WHERE id = 1 FOR UPDATE;
SELECT position AS source FROM item WHERE id = :moved \\gset
UPDATE item SET position = position - 1 WHERE position > :source AND position <= :target;
UPDATE item SET position = position + 1 WHERE position < :source AND position >= :target;
UPDATE item SET position = :target WHERE id = :moved;
COMMIT;
"""

PGBENCH_SCHEMA = """
CREATE TABLE list (id int PRIMARY KEY);
INSERT INTO list VALUES (1);
CREATE TABLE item (id int PRIMARY KEY, position int NOT NULL, title text NOT NULL) WITH (fillfactor = 50);
INSERT INTO item SELECT n, n, 'A title of thirty bytes, ' || lpad(n::text, 5, '0') FROM generate_series(1, {count}) n;
VACUUM ANALYZE item;
"""


def move(context):
    """Durable moves in one list of 10,000 items: beside Redis with appendfsync always, and PostgreSQL."""
    row = Row("move", "Durable moves in one list of 10,000 items, 50 clients")
    script = os.path.join(context.site.directory, "move.sql")
    with open(script, "w") as file:
        file.write(PGBENCH_SCRIPT.format(count=LIST))
    with Arrange(context.site, context.bin) as arrange, Redis(context.site, durable=True) as redis, \
            Postgres(context.site) as postgres:
        for statement in PGBENCH_SCHEMA.format(count=LIST).strip().split(";\n"):
            postgres.sql(statement)
        for number in range(context.rounds):
            context.say(f"move, round {number + 1}")
            context.disk(row)
            for flight in (1, 16):
                for strategy in STRATEGIES:
                    row.add(f"arrange move, {strategy}, {flight} in flight",
                            loads.arrange_bench(arrange, "move", "--clients", CLIENTS, "--pipeline", flight,
                                                "--items", LIST, "--strategy", strategy, duration=context.seconds))
                row.add(f"redis LINSERT, {flight} in flight", linsert(context, redis, flight))
                row.add(f"redis LREM + LINSERT, {flight} in flight", list_moves(context, redis, flight))
                row.add(f"redis ZADD, {flight} in flight", zadd(context, redis, flight))
            row.add("postgresql, integer positions, 1 in flight",
                    loads.pgbench(postgres, script, 3 if context.quick else 5))
            disorder = postgres.sql("SELECT count(*) - count(DISTINCT position) FROM item")
            if disorder != "0":
                raise Failure(f"the positions in PostgreSQL are not in order: {disorder}")
        row.notes.append(postgres.sql("SHOW server_version") + " is the version of PostgreSQL")
    for flight in (1, 16):
        for strategy in STRATEGIES:
            row.ratio_bar(f"arrange move, {strategy}, {flight} in flight", f"redis LINSERT, {flight} in flight", 1.0)
    for strategy in STRATEGIES:
        row.ratio_bar(f"arrange move, {strategy}, 16 in flight", "redis ZADD, 16 in flight", 1.0)
        row.ratio_bar(f"arrange move, {strategy}, 1 in flight", "postgresql, integer positions, 1 in flight", 10)
    row.notes.append(
        "LINSERT goes before a random pivot; the list grows from 5,000 to 15,000 elements during a run and is made anew "
        "for the next. LREM + LINSERT is what a move is in Redis, in one script; no bar counts by it."
    )
    row.notes.append(
        "PostgreSQL has no index on the position, so its updates stay in the page (HOT), which is the faster way here; "
        "a row of the list is locked first, as 50 clients would otherwise end each other's transactions (deadlocks)."
    )
    return row


def items_file(context, count):
    path = os.path.join(context.site.directory, "items.jsonl")
    if not os.path.exists(path):
        with open(path, "w") as file:
            for number in range(count):
                file.write(f'{{"id":"item-{number}","title":"A title of thirty bytes, {number % 100000:05d}"}}\n')
    return path


def settle(pid, seconds):
    """Waits until a process uses no more processor time to speak of."""
    end = time.time() + seconds
    while time.time() < end:
        before = machine.cpu_seconds(pid)
        time.sleep(1)
        if machine.cpu_seconds(pid) - before < 0.02:
            return


def load_million(context):
    """A store with 1,000,000 items, made once for several rows."""
    if context.loaded:
        return context.loaded
    count = 100_000 if context.quick else 1_000_000
    path = items_file(context, count)
    stores, figures = {}, {}
    for strategy in STRATEGIES:
        context.say(f"loading {count:,} items, {strategy}")
        with Arrange(context.site, context.bin, flags=["--drain-seconds", "60"]) as server:
            time.sleep(1)
            empty = machine.resident(server.pid)
            start = time.perf_counter()
            server.tool("import", "big", path, "--create", strategy, "--json")
            seconds = time.perf_counter() - start
            loaded = machine.resident(server.pid)
            settle(server.pid, 30)
            settled = machine.resident(server.pid)
            stores[strategy] = server.data
        figures[strategy] = {
            "command": f"arrange import big items.jsonl --create {strategy}", "load_seconds": seconds,
            "empty_mib": empty / 2**20, "bytes_per_item": (loaded - empty) / count,
            "settled_bytes_per_item": (settled - empty) / count,
        }
    context.loaded = (count, stores, figures)
    return context.loaded


def memory(context):
    """Resident memory per item, 1,000,000 items with titles of 30 bytes."""
    count, stores, figures = load_million(context)
    row = Row("memory", f"Resident memory per item, {count:,} items with titles of 30 bytes")
    for strategy in STRATEGIES:
        with Arrange(context.site, context.bin, data=stores[strategy]) as server:
            time.sleep(1)
            empty = machine.resident(server.pid)
            fetch(server.port)
            settle(server.pid, 10)
            again = (machine.resident(server.pid) - empty) / count
        row.add(f"arrange, {strategy}", {**figures[strategy], "after_restart_bytes_per_item": again})
    with Redis(context.site) as redis:
        empty = machine.resident(redis.pid)
        redis.fill(["ZADD", "set", number, f"item-{number}"] for number in range(count))
        redis.fill(["HSET", f"item-{number}", "title", f"A title of thirty bytes, {number % 100000:05d}"]
                   for number in range(count))
        row.add("redis, a sorted set and a hash for each item",
                {"command": "ZADD set N item-N; HSET item-N title …",
                 "bytes_per_item": (machine.resident(redis.pid) - empty) / count})
    for strategy in STRATEGIES:
        row.bar(f"arrange, {strategy}: after the load ≤ 300 bytes", row.median(f"arrange, {strategy}", "bytes_per_item"),
                300, at_least=False, form="{:.0f}")
        row.bar(f"arrange, {strategy}: settled ≤ 300 bytes",
                row.median(f"arrange, {strategy}", "settled_bytes_per_item"), 300, at_least=False, form="{:.0f}")
    row.notes.append("VmRSS less that of the server without any collection. For scale only: what Redis takes.")
    return row


def fetch(port):
    """Reads the first ten items of the collection `big`."""
    window = wire.data(1, "") + wire.number(2, 0) + wire.number(3, 10)
    connection = wire.Connection(port)
    connection.call("arrange.v1.Collections/Fetch", wire.data(1, "big") + wire.data(2, window))
    connection.close()


def start(context):
    """From the start of the process to the first answer, on a store with 1,000,000 items."""
    count, stores, _ = load_million(context)
    row = Row("start", f"Start with {count:,} items on disk: to the first answered Fetch")
    for number in range(context.rounds):
        for strategy in STRATEGIES:
            context.say(f"start, round {number + 1}, {strategy}")
            begin = time.perf_counter()
            server = Arrange(context.site, context.bin, data=stores[strategy], wait=False)
            while True:
                try:
                    fetch(server.port)
                    break
                except ConnectionRefusedError:
                    if server.process.poll() is not None:
                        raise Failure("arranged ended at its start") from None
                    time.sleep(0.002)
            seconds = time.perf_counter() - begin
            server.stop()
            row.add(f"arrange, {strategy}", {"command": "arranged --data STORE", "seconds": seconds})
    for strategy in STRATEGIES:
        row.bar(f"arrange, {strategy} ≤ 2 s", row.median(f"arrange, {strategy}", "seconds"), 2.0, at_least=False,
                form="{:.2f} s")
    row.notes.append("The store was just written, so the page cache of the system has it.")
    return row


def growth(context):
    """A move in 1,000,000 items beside one in 1,000."""
    large = 100_000 if context.quick else 1_000_000
    row = Row("growth", f"One client that moves, in a list of 1,000 and of {large:,} items")
    with Arrange(context.site, context.bin) as server:
        for number in range(context.rounds):
            context.disk(row)
            for strategy in STRATEGIES:
                context.say(f"growth, round {number + 1}, {strategy}")
                for flight in (1, 64):
                    for size in (1_000, large):
                        row.add(f"{strategy}, {size:,} items, {flight} in flight",
                                loads.arrange_bench(server, "move", "--clients", 1, "--pipeline", flight, "--items",
                                                    size, "--strategy", strategy, duration=1.5))
    for strategy in STRATEGIES:
        for flight in (1, 64):
            small, big = (f"{strategy}, {size:,} items, {flight} in flight" for size in (1_000, large))
            row.bar(f"{strategy}, {flight} in flight: time of a move ≤ 2 × that in 1,000 items",
                    row.median(small) / row.median(big), 2.0, at_least=False, form="{:.2f} ×")
    row.notes.append("The processor time for a call includes what filling the list took; it says little here.")
    return row


def idle(context):
    """Connections that do nothing after HELLO."""
    count = 1_000 if context.quick else 10_000
    row = Row("idle", f"{count:,} connections that do nothing after HELLO")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 1_000
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(hard, wanted)))
    for number in range(context.rounds):
        context.say(f"idle connections, round {number + 1}")
        with Arrange(context.site, context.bin, flags=["--max-connections", str(wanted)]) as server:
            wire.Connection(server.port).close()
            time.sleep(1)
            before = machine.resident(server.pid)
            connections = [wire.Connection(server.port) for _ in range(count)]
            time.sleep(1)
            grown = machine.resident(server.pid) - before
            for connection in connections:
                connection.close()
        row.add("arrange", {"command": f"arranged --max-connections {wanted}", "bytes": grown / count})
    row.bar("≤ 16 KiB of resident memory for each", row.median("arrange", "bytes"), 16_384, at_least=False,
            form="{:.0f} bytes")
    row.notes.append("Memory of the process; the system's own for sockets is not counted.")
    return row


def journal(context):
    """The journal by itself, beside a bare loop of write and fdatasync with the same groups."""
    row = Row("journal", "Commits made durable by the journal alone, by the size of the group")
    context.disk(row)
    seconds = "0.3" if context.quick else "1"
    command = [*loads.bench(context.bin, "journal"), "--directory", context.site.directory, "--seconds", seconds,
               "--rounds", str(context.rounds)]
    context.say("journal")
    for group in json.loads(loads.run(command)):
        names = (f"journal, groups of {group['group']}", f"write + fdatasync, groups of {group['group']}")
        for name, rounds in zip(names, (group["journal_rounds"], group["loop_rounds"])):
            for pace in rounds:
                row.add(name, {"command": "ArrangeBench journal", "per_second": pace})
        row.ratio_bar(*names, 0.7)
    row.notes.append("A commit has 96 bytes. The bare loop appends the bytes of a group with one call and flushes.")
    return row


def replay(context):
    """A recorded editing session over the wire: every character an item, every edit a durable transaction."""
    row = Row("trace", "automerge-paper over the wire, durable: 259,778 edits of one character")
    path = trace.find()
    if not path:
        row.notes.append(f"LEFT OUT: {trace.FILE} is not there; ARRANGE_SHARED names the directory with traces/")
        return row
    edits, text = trace.read(path)
    if context.quick:
        edits, text = trace.shorten(edits, 20_000)
    frames = trace.frames(edits)
    window = 256
    with Arrange(context.site, context.bin) as server:
        for number in range(context.rounds):
            context.disk(row)
            for strategy in STRATEGIES:
                context.say(f"trace, round {number + 1}, {strategy}")
                server.tool("create", "text", "--strategy", strategy)
                connection = wire.Connection(server.port)
                cpu = machine.cpu_seconds(server.pid)
                begin = time.perf_counter()
                connection.replay(frames, window)
                seconds = time.perf_counter() - begin
                cpu = machine.cpu_seconds(server.pid) - cpu
                connection.close()
                shown = json.loads(server.tool("show", "text", "--json"))
                result = "".join(item["fields"]["t"] for section in shown["sections"] for item in section["items"])
                if result != text:
                    raise Failure(f"the trace did not end in its text with {strategy}")
                server.tool("delete", "text", "--yes")
                row.add(strategy, {"command": f"one Apply for each edit, {window} in flight on one connection",
                                   "per_second": len(frames) / seconds, "server_cpu_us": cpu * 1e6 / len(frames)})
    flush = row.median("disk: append 4 KiB + fdatasync", "p50_ms")
    for strategy in STRATEGIES:
        row.bar(f"{strategy} ≥ 50,000 edits/s", row.median(strategy), 50_000, form="{:,.0f}")
    row.notes.append(f"The bar holds where the disk flushes in under 0.5 ms; this one took {flush:.2f} ms.")
    row.notes.append(
        "Every recorded transaction of this trace has one edit of one character, so one edit in each Apply is also the "
        "trace as it was recorded: nothing is batched by the client. Ids come from the client, request ids are not given."
    )
    return row


def fanout(context):
    """Changes delivered to 100 subscribers: beside Redis PUBLISH and NATS."""
    row = Row("fanout", "Changes of 64 bytes of text delivered to 100 subscribers")
    context.disk(row)
    program, seconds = context.bin, context.seconds
    # Publishers, and how many changes of each are under way: a connection of Arrange takes at most 256 calls.
    flights = {"arrange": [(1, 64), (1, 250), (4, 250), (8, 250), (16, 250)]}
    flights["redis"] = flights["nats"] = [(1, 64), (1, 250), (1, 1_000), (1, 2_000), (1, 4_000)]
    with Arrange(context.site, context.bin) as arrange, Redis(context.site) as redis, NATS(context.site) as nats:
        servers = {"arrange": arrange, "redis": redis, "nats": nats}
        for number in range(context.rounds):
            context.say(f"fanout, round {number + 1}")
            for peer, server in servers.items():
                for publishers, flight in flights[peer]:
                    row.add(f"{peer}, {publishers} × {flight} under way",
                            loads.fanout(server, program, peer, "--publishers", publishers, "--pipeline", flight,
                                         seconds=seconds))

    def best(*peers):
        return max((name for name in row.series if name.split(",")[0] in peers), key=row.median)

    row.ratio_bar(best("arrange"), best("redis", "nats"), 1.2)
    residents, stalls, slower = {0: [], 1: [], 10: []}, [], []

    def half_load(rate, stalled):
        with Arrange(context.site, context.bin) as server:
            figures = loads.fanout(server, program, "arrange", "--publishers", 4, "--pipeline", 250, "--rate", rate,
                                   "--stalled", stalled, seconds=seconds)
            residents[stalled].append(machine.resident(server.pid))
        row.add("half load" + (f", {stalled} more never read" if stalled else ""), figures)
        return figures["p99_ms"]

    # More often than the others, since times and memory differ more from run to run.
    for number in range(2 * context.rounds - 1):
        context.say(f"fanout at half load, round {number + 1}")
        stalls.append(machine.stalls())
        # Half of what the machine can do now, since that differs from minute to minute.
        with Arrange(context.site, context.bin) as server:
            whole = loads.fanout(server, program, "arrange", "--pipeline", 250, seconds=seconds)
        row.add("1 × 250 under way, just before half load", whole)
        rate = round(whole["per_second"] / 100 / 2)
        # Without and with one that never reads, by turns and in both orders, since two runs of the same differ by more
        # than the bar.
        for order in ((0, 1), (1, 0), (0, 1)):
            times = {stalled: half_load(rate, stalled) for stalled in order}
            slower.append(times[1] / times[0])
        half_load(rate, 10)
        with Redis(context.site) as redis, NATS(context.site) as nats:
            for peer, server in (("redis", redis), ("nats", nats)):
                row.add(f"{peer}, as many changes",
                        loads.fanout(server, program, peer, "--pipeline", 1_000, "--rate", rate, seconds=seconds))
        context.disk(row)
    flush = row.median("disk: append 4 KiB + fdatasync", "p50_ms")
    row.bar(f"half load: p99 ≤ a flush of {flush:.2f} ms + 5 ms", row.median("half load", "p99_ms"), flush + 5,
            at_least=False, form="{:.2f} ms")
    row.bar(f"one never reads: p99 of the others ≤ 1.1 × (median of {len(slower)} pairs)", statistics.median(slower), 1.1,
            at_least=False, form="{:.2f} ×")
    # Of ten, since what one takes is less than that by which two runs differ.
    grown = (statistics.median(residents[10]) - statistics.median(residents[0])) / 10
    row.bar("one never reads: memory ≤ 1 MiB more (a tenth of what ten take)", grown, 1 << 20, at_least=False, form="{:,.0f} bytes")
    row.notes.append(f"Meanwhile, between the runs, a loop on each core that only reads the clock stood still for 1 ms or more in "
                     f"{statistics.median(stall['percent'] for stall in stalls):.1f} % of the time, for "
                     f"{max(stall['longest_ms'] for stall in stalls):.1f} ms at most: so does whatever else runs here.")
    row.notes.append("A change of Arrange is a durable commit and arrives in a batch; those of Redis and NATS are kept "
                     "nowhere. Times count from the moment at which the publisher sent the change, so the flush is in them; "
                     "of a change that found as many under way as may be, from when it was due. That the load is late "
                     "itself, since it reads on the same processors, is left out: with it the p99 at half load is "
                     f"{row.median('half load', 'p99_from_due_ms'):.1f} ms, of Redis "
                     f"{row.median('redis, as many changes', 'p99_from_due_ms'):.1f} ms.")
    return row


ROWS = {function.__name__: function for function in (ping, move, memory, start, growth, idle, journal, fanout)}
ROWS["trace"] = replay
ROWS.update(services.ROWS)

__all__ = ["ROWS", "Context"]
