"""The methods of the specification. Generated from Protos by the command generate-protos. Do not edit."""

from __future__ import annotations

from typing import NamedTuple


class Method(NamedTuple):
    """A method of the server."""

    name: str
    is_repeatable: bool = False
    """Whether the call can be repeated without doing anything twice."""
    is_stream: bool = False


CREATE_COLLECTION = Method("arrange.v1.Collections/Create")
GET_COLLECTION = Method("arrange.v1.Collections/Get", True)
LIST_COLLECTIONS = Method("arrange.v1.Collections/List", True)
UPDATE_COLLECTION = Method("arrange.v1.Collections/Update")
DELETE_COLLECTION = Method("arrange.v1.Collections/Delete")
APPLY = Method("arrange.v1.Collections/Apply", True)
TRANSACT = Method("arrange.v1.Collections/Transact", True)
UNDO = Method("arrange.v1.Collections/Undo", True)
FETCH = Method("arrange.v1.Collections/Fetch", True)
DIFF = Method("arrange.v1.Collections/Diff", True)
RESTORE = Method("arrange.v1.Collections/Restore")
ERASE = Method("arrange.v1.Collections/Erase")
HISTORY = Method("arrange.v1.Collections/History", True)
CHANGE_STRATEGY = Method("arrange.v1.Collections/ChangeStrategy")
ROTATE_KEYS = Method("arrange.v1.Collections/RotateKeys", True)
EXPLAIN = Method("arrange.v1.Collections/Explain", True)
VERIFY_KEYS = Method("arrange.v1.Collections/VerifyKeys", True)
SUBSCRIBE = Method("arrange.v1.Changes/Subscribe", True, True)
LIST_STRATEGIES = Method("arrange.v1.Strategies/List", True)
SERVER_INFO = Method("arrange.v1.Server/Info", True)
HEALTH_CHECK = Method("arrange.v1.Health/Check", True)
HEALTH_WATCH = Method("arrange.v1.Health/Watch", True, True)
DESCRIBE = Method("arrange.v1.Reflection/Describe", True)
DEFINE_VIEW = Method("arrange.v1.Views/Define")
GET_VIEW = Method("arrange.v1.Views/Get", True)
LIST_VIEWS = Method("arrange.v1.Views/List", True)
DELETE_VIEW = Method("arrange.v1.Views/Delete")
PARSE_VIEW = Method("arrange.v1.Views/Parse", True)
PLACE_ROWS = Method("arrange.v1.Views/Place")
CREATE_OVERLAY = Method("arrange.v1.Overlays/Create")
GET_OVERLAY = Method("arrange.v1.Overlays/Get", True)
LIST_OVERLAYS = Method("arrange.v1.Overlays/List", True)
RESET_OVERLAY = Method("arrange.v1.Overlays/Reset")
DELETE_OVERLAY = Method("arrange.v1.Overlays/Delete")
SET_VERSION = Method("arrange.v1.Versions/Set")
LIST_VERSIONS = Method("arrange.v1.Versions/List", True)
DELETE_VERSION = Method("arrange.v1.Versions/Delete")
LIST_BIN = Method("arrange.v1.Bin/List", True)
PUT_BACK = Method("arrange.v1.Bin/PutBack")
EMPTY_BIN = Method("arrange.v1.Bin/Empty")
BACKUP = Method("arrange.v1.Server/Backup", True, True)
FOLLOWERS = Method("arrange.v1.Changes/Followers", True)
COMPARE = Method("arrange.v1.Server/Compare", True, True)
SERVER_ACCESS = Method("arrange.v1.Server/Access", True)
SERVER_LOG = Method("arrange.v1.Server/Log", True)
CREATE_SINK = Method("arrange.v1.Sinks/Create")
GET_SINK = Method("arrange.v1.Sinks/Get", True)
LIST_SINKS = Method("arrange.v1.Sinks/List", True)
UPDATE_SINK = Method("arrange.v1.Sinks/Update")
PAUSE_SINK = Method("arrange.v1.Sinks/Pause")
RESUME_SINK = Method("arrange.v1.Sinks/Resume")
REPLAY_SINK = Method("arrange.v1.Sinks/Replay")
TEST_SINK = Method("arrange.v1.Sinks/Test")
DELETE_SINK = Method("arrange.v1.Sinks/Delete")
SINK_STATUS = Method("arrange.v1.Sinks/Status", True)
