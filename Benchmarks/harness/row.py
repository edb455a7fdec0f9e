"""One row of the comparison, and what all rows share."""

import statistics

from . import machine

CLIENTS = 50
LIST = 10_000


class Row:
    """The results of a row: series of figures, and bars that they meet or miss."""

    def __init__(self, name, title):
        self.name = name
        self.title = title
        self.series = {}
        self.bars = []
        self.notes = []

    def add(self, series, figures):
        self.series.setdefault(series, []).append(figures)

    def median(self, series, figure="per_second"):
        return statistics.median(round[figure] for round in self.series[series])

    def bar(self, text, value, bound, at_least=True, form="{:.2f}"):
        met = value >= bound if at_least else value <= bound
        self.bars.append({"bar": text, "value": value, "text": form.format(value), "bound": bound, "met": met})

    def ratio_bar(self, ours, theirs, bound, text=None):
        ratio = self.median(ours) / self.median(theirs)
        self.bar(text or f"{ours} ≥ {bound:g} × {theirs}", ratio, bound, form="{:.2f} ×")

    def json(self):
        medians = {}
        for name, rounds in self.series.items():
            keys = [key for key, value in rounds[0].items() if isinstance(value, (int, float))]
            medians[name] = {key: statistics.median(round[key] for round in rounds) for key in keys}
        return {"row": self.name, "title": self.title, "medians": medians, "rounds": self.series, "bars": self.bars,
                "notes": self.notes}


class Context:
    def __init__(self, site, bin, grpc, rounds, quick, say):
        self.site, self.bin, self.grpc = site, bin, grpc
        self.rounds, self.quick, self.say = rounds, quick, say
        self.seconds = 1.0 if quick else 3.0
        self.loaded = None

    def disk(self, row):
        row.add("disk: append 4 KiB + fdatasync", machine.fdatasync(self.site.directory))
