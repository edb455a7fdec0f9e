"""The calls of a client without an event loop. Generated from Protos by the command generate-protos. Do not edit."""

from __future__ import annotations

from .._waiting import Waiting, iterates, waits
from .calls import Calls


class BlockingCalls(Waiting):
    """The calls of ``Calls``; each blocks its thread until it is answered."""

    create = waits(Calls.create)
    info = waits(Calls.info)
    update = waits(Calls.update)
    delete = waits(Calls.delete)
    erase = waits(Calls.erase)
    explain = waits(Calls.explain)
    verify_keys = waits(Calls.verify_keys)
    strategies = waits(Calls.strategies)
    server_info = waits(Calls.server_info)
    health = waits(Calls.health)
    watch_health = iterates(Calls.watch_health)
    define_view = waits(Calls.define_view)
    view = waits(Calls.view)
    delete_view = waits(Calls.delete_view)
    parse_view = waits(Calls.parse_view)
    create_overlay = waits(Calls.create_overlay)
    overlay = waits(Calls.overlay)
    overlays = waits(Calls.overlays)
    reset_overlay = waits(Calls.reset_overlay)
    delete_overlay = waits(Calls.delete_overlay)
    versions = waits(Calls.versions)
    delete_version = waits(Calls.delete_version)
    empty_bin = waits(Calls.empty_bin)
    followers = waits(Calls.followers)
    compare = iterates(Calls.compare)
    server_access = waits(Calls.server_access)
    create_sink = waits(Calls.create_sink)
    sink = waits(Calls.sink)
    sinks = waits(Calls.sinks)
    update_sink = waits(Calls.update_sink)
    pause_sink = waits(Calls.pause_sink)
    resume_sink = waits(Calls.resume_sink)
    replay_sink = waits(Calls.replay_sink)
    test_sink = waits(Calls.test_sink)
    delete_sink = waits(Calls.delete_sink)
    sink_status = waits(Calls.sink_status)
