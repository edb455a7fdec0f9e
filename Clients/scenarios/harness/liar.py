#!/usr/bin/env python3
"""Stands between the runner and a driver and makes one mistake that a client library could make: it shows that the scenarios
and the fold notice it.

    liar.py MISTAKE DRIVER…
"""
import json
import subprocess
import sys
import threading

# The mistakes that are made in replies: functions of the verb of the command, the reply, and the number of replies so far.
REPLIES = {}


def mistake(function):
    REPLIES[function.__name__.replace("_", "-")] = function
    return function


@mistake
def swaps_items(verb, reply, count):
    """A list whose first section with two items has them in the wrong order."""
    for section in (reply.get("ok", {}).get("list") or {}).get("sections", []):
        if len(section["items"]) > 1 and count > 3:
            section["items"][:2] = reversed(section["items"][:2])
            break


@mistake
def stale_content(verb, reply, count):
    """An update of fields that does not reach the list."""
    for section in (reply.get("ok", {}).get("list") or {}).get("sections", []):
        for item in section["items"]:
            if item["content_version"] > 3:
                item["content_version"] -= 1


@mistake
def repeats_batch(verb, reply, count):
    """A batch from a version that was there before."""
    if reply.get("ok", {}).get("update") == "batch":
        reply["ok"]["from"] -= 1


@mistake
def loses_code(verb, reply, count):
    """Every error is the same."""
    if "error" in reply:
        reply["error"]["code"] = "UNKNOWN"


@mistake
def forgets_states(verb, reply, count):
    """A lost connection is not told."""
    if "seen" in reply.get("ok", {}):
        reply["ok"]["seen"] = [state for state in reply["ok"]["seen"] if state != "disconnected"]


@mistake
def reports_moves(verb, reply, count):
    """An own move is reported when the server confirms it."""
    if verb in ("settle", "look") and "reports" in reply.get("ok", {}):
        reply["ok"]["reports"].append({"kind": "changes"})


# Mistakes that are made in commands.
COMMANDS = ["applies-twice", "leaks-connections", "never-retries"]


def main():
    name, command = sys.argv[1], sys.argv[2:]
    if name not in REPLIES and name not in COMMANDS:
        sys.exit(f"no mistake: {name}")
    driver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    verbs = {}

    def forward():
        for line in sys.stdin:
            sent = json.loads(line)
            verbs[sent["id"]] = sent["do"]
            if name == "leaks-connections" and sent["do"] == "close":
                print(json.dumps({"id": sent["id"], "ok": {}}), flush=True)
                continue
            if name == "never-retries" and sent["do"] == "connect":
                sent["attempts"] = 1
            driver.stdin.write(json.dumps(sent) + "\n")
            if name == "applies-twice" and sent["do"] == "apply":
                driver.stdin.write(json.dumps({**sent, "id": -sent["id"]}) + "\n")
            driver.stdin.flush()
        driver.stdin.close()

    threading.Thread(target=forward, daemon=True).start()
    count = 0
    for line in driver.stdout:
        reply = json.loads(line)
        if reply["id"] < 0:
            continue
        count += 1
        if name in REPLIES:
            REPLIES[name](verbs.get(reply["id"]), reply, count)
        print(json.dumps(reply), flush=True)
    sys.exit(driver.wait())


if __name__ == "__main__":
    main()
