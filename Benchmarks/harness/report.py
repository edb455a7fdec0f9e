"""The results as a page for people and as JSON."""

import json

FIGURES = (
    ("per_second", "per second", "{:,.0f}"), ("p50_ms", "p50 ms", "{:.3f}"), ("p99_ms", "p99 ms", "{:.3f}"),
    ("mean_ms", "mean ms", "{:.1f}"), ("server_cpu_us", "server CPU µs/call", "{:.2f}"),
    ("client_cpu_us", "client CPU µs/call", "{:.0f}"),
    ("bytes_per_item", "bytes per item", "{:.0f}"), ("settled_bytes_per_item", "settled", "{:.0f}"),
    ("after_restart_bytes_per_item", "after a restart", "{:.0f}"), ("load_seconds", "load s", "{:.1f}"),
    ("seconds", "seconds", "{:.2f}"), ("bytes", "bytes", "{:.0f}"),
)


def table(row):
    used = [figure for figure in FIGURES if any(figure[0] in medians for medians in row["medians"].values())]
    lines = ["| | " + " | ".join(title for _, title, _ in used) + " |", "|---|" + "---:|" * len(used)]
    for name, medians in row["medians"].items():
        cells = [form.format(medians[key]) if key in medians else "" for key, _, form in used]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def commands(row):
    seen = []
    for rounds in row["rounds"].values():
        command = rounds[0].get("command")
        if command and command not in seen:
            seen.append(command)
    return ["```sh", *seen, "```"] if seen else []


def page(results):
    machine = results["machine"]
    lines = [
        "# Results", "",
        "Made by `Benchmarks/peers`; what the rows mean stands in [the documentation](../Documentation/benchmarks.md).",
        "Medians of the rounds; the series of a row take turns in each round.", "",
        f"- **When:** {results['date']}, commit {results['commit']}, {results['rounds']} rounds"
        + (", shortened (`--quick`)" if results["quick"] else ""),
        f"- **Machine:** {machine['cpu']}, {machine['cores']} cores, {machine['memory_mib']:,} MiB, "
        f"{machine['system']}, Linux {machine['kernel']}, {machine['filesystem']}",
        f"- **Load before the start:** {machine['load_at_start']:.2f}"
        + (" — something else ran in the minute before the start" if machine["load_at_start"] > 0.5 else ""),
        "- **Versions:** " + ", ".join(f"{name} {version}" for name, version in results["versions"].items()),
        f"- **Build:** `{results['build']}`", "",
        "## Bars", "", "| row | bar | measured | |", "|---|---|---:|---|",
    ]
    for row in results["rows"]:
        for bar in row["bars"]:
            lines.append(f"| {row['row']} | {bar['bar']} | {bar['text']} | {'met' if bar['met'] else '**missed**'} |")
    for row in results["rows"]:
        lines += ["", f"## {row['title']}", ""]
        if row["medians"]:
            lines += table(row)
        for note in row["notes"]:
            lines += ["", note]
        block = commands(row)
        if block:
            lines += ["", *block]
    return "\n".join(lines) + "\n"


def write(results, directory):
    with open(f"{directory}/results.json", "w") as file:
        json.dump(results, file, indent=1, ensure_ascii=False)
        file.write("\n")
    with open(f"{directory}/RESULTS.md", "w") as file:
        file.write(page(results))
