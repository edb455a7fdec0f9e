"""A PostgreSQL of its own for a measurement, and pgbench over it."""

import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import time

from .servers import Failure

TABLE = """CREATE TABLE row_of_pgbench (collection bigint, version bigint, checksum bigint NOT NULL, request bytea,
payload bytea NOT NULL, PRIMARY KEY (collection, version));
CREATE UNIQUE INDEX ON row_of_pgbench (collection, request)"""
INSERT = """\\set version :version + 1
INSERT INTO row_of_pgbench VALUES (:run::int8 + :client_id::int8, :version::int8, 1,
int8send(:version::int8) || int8send(:client_id::int8), '\\x%s');
""" % ("61" * 96)


class Server:
    """A PostgreSQL in a directory of its own."""

    def __init__(self, directory, *settings):
        versions = [int(path.name) for path in pathlib.Path("/usr/lib/postgresql").glob("[0-9]*")]
        if not versions:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self.programs = pathlib.Path(f"/usr/lib/postgresql/{max(versions)}/bin")
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="arrange-postgres-", dir=directory))
        # It refuses to run as root.
        self.prefix = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.place, user.pw_uid, user.pw_gid)
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data, self.settings = self.place / "data", settings
        self.address = f"postgresql://arrange@127.0.0.1:{self.port}/postgres?sslmode=disable"
        self.run("initdb", "-D", self.data, "-U", "arrange", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.prefix, self.programs / "postgres", "-D", self.data, "-p", str(self.port), "-c", "listen_addresses=127.0.0.1",
             "-c", "unix_socket_directories=", *(word for setting in self.settings for word in ("-c", setting))],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if subprocess.run([self.programs / "pg_isready", "-q", "-d", self.address]).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit("PostgreSQL does not start")

    def kill(self):
        """Kills it as kill -9 does. Those of its processes that are left end by themselves."""
        self.process.kill()
        self.process.wait()
        for _ in range(200):
            if not any(self.is_own(process) for process in os.listdir("/proc") if process.isdigit()):
                return
            time.sleep(0.05)
        raise SystemExit("PostgreSQL does not end")

    def is_own(self, process):
        """Whether a process of the machine works in the directory of this database."""
        try:
            return os.readlink(f"/proc/{process}/cwd") == str(self.data)
        except OSError:
            return False

    def run(self, program, *words):
        command = [*self.prefix, self.programs / program, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.place)


def pgbench(server, clients, seconds, run):
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(INSERT)
        script.flush()
        os.chmod(script.name, 0o644)
        output = server.run(
            "pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(2, clients)), "-T", str(seconds),
            "-D", "version=0", "-D", f"run={run * 1000}", "-f", script.name, server.address)
    pace = next((float(line.split()[2]) for line in output.splitlines() if line.startswith("tps")), None)
    if pace is None:
        raise Failure(f"pgbench made no transaction in {seconds} s; is the machine busy?")
    return pace
