"""The servers that are compared. Each runs on the loopback in a directory of its own and is stopped at the end."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import time


class Failure(Exception):
    """What a person has to know; told without a trace."""


class Site:
    """A directory for everything, and the processes that run in it."""

    def __init__(self, directory):
        self.directory = directory
        self.processes = []
        self.count = 0

    def path(self, name):
        self.count += 1
        path = os.path.join(self.directory, f"{name}-{self.count}")
        os.mkdir(path, 0o755)
        return path

    def start(self, command, **options):
        process = subprocess.Popen(command, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def stop(self, process, wait=30):
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(wait)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if process.stdout:
            process.stdout.close()
        if process in self.processes:
            self.processes.remove(process)

    def close(self):
        """Stops everything that still runs."""
        for process in list(self.processes):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.processes = []
        shutil.rmtree(self.directory, ignore_errors=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None:
                raise Failure(f"{process.args[0]} ended with status {process.returncode}")
            time.sleep(0.02)
    raise Failure(f"{process.args[0]} does not listen")


class Server:
    """A server that is started at once and stopped at the end of a `with`."""

    process = None
    site = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        if self.process:
            self.site.stop(self.process)
            self.process = None


class Arrange(Server):
    def __init__(self, site, bin, flags=(), data=None, journal=None, wait=True):
        self.site = site
        self.bin = bin
        self.data = data or site.path("arrange")
        # In files, unless a journal is given.
        store = ["--journal", journal] if journal else ["--data", self.data]
        self.port = free_port()
        self.flags = [*flags]
        self.command = [
            os.path.join(bin, "arranged"), *store, "--listen", f"127.0.0.1:{self.port}", "--log-level", "error", *self.flags,
        ]
        self.process = site.start(self.command, stdout=subprocess.DEVNULL)
        if wait:
            wait_for_port(self.port, self.process)

    def tool(self, *arguments):
        command = [os.path.join(self.bin, "arrange"), *arguments]
        result = subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "ARRANGE_SERVER": f"127.0.0.1:{self.port}"}
        )
        if result.returncode != 0:
            raise Failure(f"{' '.join(command)}: {result.stderr.strip()}")
        return result.stdout


class Redis(Server):
    def __init__(self, site, durable=False):
        self.site = site
        self.port = free_port()
        self.directory = site.path("redis")
        options = ["--appendonly", "yes", "--appendfsync", "always"] if durable else ["--appendonly", "no"]
        self.options = options
        self.command = [
            "redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--dir", self.directory, "--save", "",
            *options,
        ]
        self.process = site.start(self.command, stdout=subprocess.DEVNULL)
        wait_for_port(self.port, self.process)
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.file = self.socket.makefile("rb")

    def stop(self):
        self.file.close()
        self.socket.close()
        super().stop()

    def send(self, *commands):
        """Sends commands together; their answers, as far as they are one line."""
        parts = []
        for command in commands:
            parts.append(b"*%d\r\n" % len(command))
            for word in command:
                word = word if isinstance(word, bytes) else str(word).encode()
                parts.append(b"$%d\r\n%s\r\n" % (len(word), word))
        self.socket.sendall(b"".join(parts))
        answers = [self.file.readline().rstrip() for _ in commands]
        for answer in answers:
            if answer.startswith(b"-"):
                raise Failure(f"redis: {answer.decode()}")
        return answers

    def fill(self, commands, size=1_000):
        batch = []
        for command in commands:
            batch.append(command)
            if len(batch) == size:
                self.send(*batch)
                batch = []
        if batch:
            self.send(*batch)


class NATS(Server):
    def __init__(self, site):
        self.site = site
        self.port = free_port()
        self.command = ["nats-server", "--addr", "127.0.0.1", "--port", str(self.port)]
        self.process = site.start(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port, self.process)


class Postgres(Server):
    """A cluster of its own, owned by the user postgres where this program is root."""

    def __init__(self, site):
        self.site = site
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
        if not found:
            raise Failure("PostgreSQL is not installed")
        self.bin = found[-1]
        self.port = free_port()
        self.directory = site.path("postgres")
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
            self.prefix = ["runuser", "-u", "postgres", "--"]
        os.chmod(self.directory, 0o700)
        self.run("initdb", "-D", self.directory, "-A", "trust", "-U", "peers", "--no-locale", "-E", "UTF8")
        settings = {
            "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "on",
            "synchronous_commit": "on", "max_connections": "100", "shared_buffers": "256MB",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.process = site.start(
            [*self.prefix, f"{self.bin}/postgres", "-D", self.directory, "-p", str(self.port), *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_for_port(self.port, self.process)
        self.environment = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "peers",
                            "PGDATABASE": "postgres"}
        for _ in range(100):
            if subprocess.run([f"{self.bin}/psql", "-qc", "SELECT 1"], env=self.environment,
                              capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise Failure("PostgreSQL does not answer")

    def run(self, program, *arguments):
        result = subprocess.run([*self.prefix, f"{self.bin}/{program}", *arguments], capture_output=True, text=True,
                                cwd="/")
        if result.returncode != 0:
            raise Failure(f"{program}: {result.stderr.strip()}")

    def sql(self, text):
        result = subprocess.run([f"{self.bin}/psql", "-qAtv", "ON_ERROR_STOP=1", "-c", text], env=self.environment,
                                capture_output=True, text=True)
        if result.returncode != 0:
            raise Failure(f"psql: {result.stderr.strip()}")
        return result.stdout.strip()

    def stop(self):
        # SIGINT is the fast way out; SIGTERM would wait for clients.
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        super().stop()


class GRPC(Server):
    def __init__(self, site, program):
        self.site = site
        self.command = [program]
        self.process = site.start(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if ":" not in line:
            raise Failure("the gRPC peer does not say where it listens")
        self.port = int(line.rsplit(":", 1)[1])
