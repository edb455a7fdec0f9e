"""The client for Python, as it is in this repository: `from harness.client import arrange`."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Clients", "Python", "src"))

try:
    import arrange  # noqa: F401
    from arrange import views  # noqa: F401
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("google"):
        raise
    sys.exit(
        f"{sys.executable} has no protobuf, which the client for Python needs: install it with `pip install protobuf`,"
        " or Debian's python3-protobuf and begin the command with /usr/bin/python3"
    )
