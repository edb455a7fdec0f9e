"""The client for Python of this repository, and servers for the tests."""

from __future__ import annotations

import pathlib
import sys

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "Clients" / "Python"
for path in (str(PACKAGE), str(PACKAGE / "src")):
    if path not in sys.path:
        sys.path.insert(0, path)

import arrange  # noqa: E402
from arrange.v1 import collections_pb2, model_pb2, operations_pb2, views_pb2  # noqa: E402
from tests import support  # noqa: E402

__all__ = ["arrange", "collections_pb2", "model_pb2", "operations_pb2", "support", "views_pb2"]
