"""The programs that are run: the server and the drivers."""
import json
import pathlib
import sys

from .processes import ROOT

DRIVERS = pathlib.Path(__file__).resolve().parents[1] / "drivers.json"


def add_programs(parser, many=False):
    """The options that say which programs to run."""
    drivers = json.loads(DRIVERS.read_text(encoding="utf-8"))
    if many:
        parser.add_argument("--clients", default="swift", metavar="NAMES",
                            help=f"the libraries, separated by commas: {', '.join(drivers)} (swift)")
    else:
        parser.add_argument("--client", default="swift", choices=list(drivers), help="the library (swift)")
    parser.add_argument("--driver", action="append", metavar="[CLIENT=]COMMAND",
                        help="the command of a driver in place of that of drivers.json")
    parser.add_argument("--arranged", type=pathlib.Path, metavar="FILE", help="the server (.build/release/arranged)")
    parser.add_argument("--configuration", default="release", choices=["release", "debug"],
                        help="the build that programs are taken from (release)")


def driver_command(arguments, client=None):
    """The command that starts the driver of a client."""
    client = client or arguments.client
    for given in arguments.driver or []:
        name, found, command = given.partition("=")
        if not found:
            return given.split()
        if name == client:
            return command.split()
    command = json.loads(DRIVERS.read_text(encoding="utf-8"))[client]
    command = [part.format(configuration=arguments.configuration) for part in command]
    if not (ROOT / command[-1]).exists():
        sys.exit(f"{command[-1]} does not exist; build it, or name another with --driver")
    return command


def program(arguments):
    """The server's program."""
    found = arguments.arranged or ROOT / ".build" / arguments.configuration / "arranged"
    if not found.exists():
        sys.exit(f"{found} does not exist; build it with swift build -c {arguments.configuration}, or name another with --arranged")
    return found.resolve()
