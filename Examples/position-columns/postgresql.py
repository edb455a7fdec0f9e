"""Connections for the examples with PostgreSQL: to the database that DATABASE_URL names, otherwise to that of PGHOST
and the other variables of libpq. The tables are in a schema of their own, which is dropped at the end."""
import contextlib
import os
import sys
import threading
import time

try:
    import psycopg
except ImportError:
    print("skipped: there is no module psycopg; on Debian it is in the package python3-psycopg")
    sys.exit(0)

SCHEMA = "position_columns_example"


@contextlib.contextmanager
def connections(count):
    """So many connections, without a transaction until one is begun."""
    with contextlib.ExitStack() as stack:
        try:
            url = os.environ.get("DATABASE_URL", "")
            made = [stack.enter_context(psycopg.connect(url, autocommit=True)) for _ in range(count)]
        except psycopg.OperationalError as error:
            print(f"skipped: no PostgreSQL: {' '.join(str(error).split())}")
            sys.exit(0)
        made[0].execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        made[0].execute(f"CREATE SCHEMA {SCHEMA}")
        for connection in made:
            connection.execute(f"SET search_path = {SCHEMA}")
        yield made
        made[0].execute(f"DROP SCHEMA {SCHEMA} CASCADE")


def attempt(connection, statement):
    """What came of a statement: "done", or the error in the words of PostgreSQL."""
    try:
        connection.execute(statement)
    except psycopg.Error as error:
        return error.diag.message_primary
    return "done"


def begin_blocked(observer, connection, statement, outcomes):
    """Starts a statement on a thread, and returns when PostgreSQL says that it waits for a lock, or when it ended."""
    thread = threading.Thread(target=lambda: outcomes.append(attempt(connection, statement)))
    thread.start()
    waiting = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s"
    while thread.is_alive() and not observer.execute(waiting, [connection.info.backend_pid]).fetchone()[0]:
        time.sleep(0.01)
    return thread
