#!/usr/bin/python3
"""Follows a list: subscribes, applies every batch to plain Python lists, and checks the counts. When the connection is
lost or the server stops, it goes on from where it is.

    Examples/wire/follow.py [HOST [PORT [NAME [BATCHES]]]]
"""
import sys
import time

from board import Arrange, ArrangeError, pb

# The codes with which a server ends what can go on later: DEADLINE_EXCEEDED, when it has heard nothing for too long,
# RESOURCE_EXHAUSTED, when it has too many connections, and UNAVAILABLE.
LOST = (4, 8, 14)

# How long to wait before the next attempt, in seconds.
PAUSE = 1


def pairs(numbers):
    """Numbers two by two."""
    return list(zip(numbers[::2], numbers[1::2]))


class Following:
    """A list of sections, each with its items, as the stream of batches makes it."""

    def __init__(self, connection, name, before=None, **options):
        """Begins with the whole list, or goes on from the list, the version and the token of the one before."""
        self.connection, self.name, self.options, self.credit = connection, name, options, 2
        self.sections, self.coming, self.version, self.token = [], [], 0, b""
        if before:
            self.sections, self.version, self.token = before.sections, before.version, before.token
        connection.stream += 1
        self.stream = connection.stream
        request = pb.SubscribeRequest(collection=name, resume_token=self.token, **options)
        connection.send(pb.Frame(type=pb.FRAME_TYPE_OPEN, stream=self.stream, method="arrange.v1.Changes/Subscribe",
                                 credit=self.credit, body=request.SerializeToString()))
        # A list may be quiet for as long as it likes. The server sends PING now and then; without one for too long it
        # is gone.
        welcome = connection.welcome
        silence = (welcome.keepalive_ms + welcome.keepalive_timeout_ms) / 1000
        connection.socket.settimeout(silence if welcome.keepalive_ms else None)

    def next(self):
        """Waits for the next message, applies it, and grants credit for one more."""
        while True:
            frame = self.connection.next_frame()
            if frame.type == pb.FRAME_TYPE_PING:
                self.connection.send(pb.Frame(type=pb.FRAME_TYPE_PONG, sequence=frame.sequence))
            elif frame.type == pb.FRAME_TYPE_GOAWAY:
                raise ArrangeError(frame.status, pb.Status.FromString(frame.body))
            elif frame.stream == self.stream and frame.type == pb.FRAME_TYPE_END:
                raise ArrangeError(frame.status, pb.Status.FromString(frame.body))
            elif frame.stream == self.stream and frame.type == pb.FRAME_TYPE_DATA:
                break
        message = pb.SubscribeResponse.FromString(frame.body)
        if message.HasField("snapshot"):
            self.take(message.snapshot)
        elif message.HasField("batch"):
            self.apply(message.batch)
        if message.resume_token:
            self.version, self.token = message.version, message.resume_token
        self.credit += 1
        self.connection.send(pb.Frame(type=pb.FRAME_TYPE_CREDIT, stream=self.stream, credit=self.credit))
        return message

    def take(self, page):
        if page.page == 0:
            self.coming = []
        for run in page.sections:
            if run.first_item == 0:
                self.coming.append([run.section, []])
            self.coming[run.index][1].extend(run.items)
        # Until the last page came, the list and its token are those of before.
        if page.last:
            self.sections = self.coming
            self.check(page.size)

    def check(self, size):
        counts = len(self.sections), sum(len(items) for _, items in self.sections)
        if counts != (size.sections, size.items):
            raise ValueError(f"the list has {counts}, not {size}")

    def apply(self, batch):
        """One change after the other: what goes from the back, what comes from the front, then updates."""
        self.check(batch.before)
        # Versions at which nothing visible changed are passed over, and so is the one at which a view gets another
        # definition.
        if batch.from_version < self.version:
            raise ValueError(f"a batch from version {batch.from_version} for a list at {self.version}")
        old = [(section, list(items)) for section, items in self.sections]
        places = pairs(batch.item_moves)
        item_moves = list(zip(places[::2], places[1::2]))
        section_moves = pairs(batch.section_moves)

        for section, item in sorted(pairs(batch.item_deletes) + [source for source, _ in item_moves], reverse=True):
            del self.sections[section][1][item]
        moved = {target: self.sections[source] for source, target in section_moves}
        for index in sorted(list(batch.section_deletes) + [source for source, _ in section_moves], reverse=True):
            del self.sections[index]
        coming = [(target, moved[target]) for _, target in section_moves]
        for insert in batch.section_inserts:
            section = insert.section if insert.HasField("section") else old[insert.kept_from][0]
            items = []
            for run in insert.items:
                if run.HasField("kept_from"):
                    start = run.kept_from
                    items += old[start.section][1][start.item:start.item + run.kept]
                else:
                    items += run.items
            coming.append((insert.at, [section, items]))
        for index, section in sorted(coming, key=lambda pair: pair[0]):
            self.sections.insert(index, section)
        arriving = [(target, old[source[0]][1][source[1]]) for source, target in item_moves]
        for insert in batch.item_inserts:
            item = insert.item if insert.HasField("item") else old[insert.kept_from.section][1][insert.kept_from.item]
            arriving.append(((insert.at.section, insert.at.item), item))
        for (section, index), item in sorted(arriving, key=lambda pair: pair[0]):
            self.sections[section][1].insert(index, item)
        for update in batch.section_updates:
            self.sections[update.at][0] = update.section
        for update in batch.item_updates:
            self.sections[update.at.section][1][update.at.item] = update.item
        self.check(batch.after)

    def __str__(self):
        return " | ".join(f"{s.id}: {' '.join(i.id for i in items)}" for s, items in self.sections)


def follow(host, port, name):
    """All messages of a list, each with the list that it leads to, over lost connections and restarts of the server."""
    following = None
    while True:
        try:
            following = Following(Arrange(host, port), name, following)
            while True:
                yield following.next(), following
        except ArrangeError as error:
            if not following or error.code not in LOST:
                raise
        except OSError:
            if not following:
                raise
        time.sleep(PAUSE)


def main(host="127.0.0.1", port="7411", name="board", batches="0"):
    left = int(batches) or -1
    for message, following in follow(host, int(port), name):
        print(f"{message.WhichOneof('content')}, version {message.version}: {following}", flush=True)
        left -= message.HasField("batch")
        if not left:
            break


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (ArrangeError, OSError, ValueError) as error:
        sys.exit(f"follow.py: {error}")
