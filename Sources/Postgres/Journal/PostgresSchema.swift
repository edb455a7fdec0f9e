/// All SQL of the journal, and the definitions of its tables.
///
/// The statements name no schema: it comes first in the search path of each connection.
enum PostgresSchema {
  /// `ARNG`: the first key of the advisory locks, so that they differ from those of other programs.
  static let lockClass: Int32 = 0x4152_4E47

  /// The steps from an empty schema to the present one, oldest first. The number of steps that were made is the
  /// version of the schema, so steps are added at the end and never changed.
  static let migrations: [[String]] = [
    [
      // One row, for whoever writes. It is changed by every transaction that writes.
      //   journal  identifies the journal: random, drawn when it was made
      //   term     how often a server has begun to write
      //   step     the number of transactions; setting it to NULL is how a transaction fails that has no right to write
      //   holder   for people: who writes
      """
      CREATE TABLE writer (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), \
      journal uuid NOT NULL DEFAULT gen_random_uuid(), term bigint NOT NULL, step bigint NOT NULL, \
      holder text NOT NULL, since timestamptz NOT NULL)
      """,
      "INSERT INTO writer (term, step, holder, since) VALUES (0, 0, '', now())",
      // One row for each collection, and view.
      //   key         its identity, random
      //   version     it had at least this version when the row was written
      //   oldest      commits before this version are trimmed; such rows are to be removed
      //   checkpoint  the version of the newest complete checkpoint
      //   series      the series of its pages; 0 if there is none
      //   pages       the number of its pages
      //   checksum    CRC-32C of all other columns
      """
      CREATE TABLE collections (key bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, version bigint NOT NULL, \
      oldest bigint NOT NULL, checkpoint bigint, series bigint NOT NULL, pages integer NOT NULL, \
      checksum bigint NOT NULL, descriptor bytea NOT NULL, CONSTRAINT collections_name UNIQUE (name))
      """,
      // One row for each commit. The primary key is the compare and set: nobody can make a version a second time.
      //   checksum  upper half: CRC-32C of collection, version and request; lower half: of these and the payload
      """
      CREATE TABLE commits (collection bigint NOT NULL, version bigint NOT NULL, checksum bigint NOT NULL, \
      request bytea, payload bytea NOT NULL, CONSTRAINT commits_version PRIMARY KEY (collection, version))
      """,
      "CREATE UNIQUE INDEX commits_request ON commits (collection, request) WHERE request IS NOT NULL",
      // One row for each page of a checkpoint, complete or not. No two checkpoints have the same series.
      //   checksum  CRC-32C of collection, series, index, version and bytes
      """
      CREATE TABLE pages (collection bigint NOT NULL, series bigint NOT NULL, index integer NOT NULL, \
      checksum bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (collection, series, index))
      """,
      // Deleted collections of which there are rows.
      "CREATE TABLE removals (collection bigint PRIMARY KEY)",
      // Both are compressed by the engine or too small for it.
      "ALTER TABLE commits ALTER COLUMN payload SET STORAGE EXTERNAL",
      "ALTER TABLE pages ALTER COLUMN bytes SET STORAGE EXTERNAL",
    ]
  ]

  // MARK: Opening

  static let begin = PostgresStatement("BEGIN")
  static let beginReading = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  static let commit = PostgresStatement("COMMIT")
  static let rollback = PostgresStatement("ROLLBACK")

  static let configure = PostgresStatement(
    """
    SELECT set_config('search_path', quote_ident($1::text), false), \
    set_config('statement_timeout', $2::text, false), set_config('lock_timeout', $3::text, false), \
    set_config('idle_in_transaction_session_timeout', '0', false), set_config('idle_session_timeout', '0', false), \
    set_config('tcp_keepalives_idle', $4::text, false), set_config('tcp_keepalives_interval', $5::text, false), \
    set_config('tcp_keepalives_count', $6::text, false), set_config('tcp_user_timeout', $7::text, false), \
    set_config('default_transaction_isolation', 'read committed', false), \
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') \
    THEN set_config('synchronous_commit', 'on', false) END
    """
  )
  /// What the server is set to: encoding, and settings that say whether a commit survives a crash.
  static let readSettings = PostgresStatement(
    """
    SELECT current_setting('server_encoding'), current_setting('fsync'), current_setting('full_page_writes'), \
    current_user::text, current_database()::text
    """
  )
  static let findSchema = PostgresStatement(
    "SELECT count(*) FROM pg_namespace WHERE nspname = $1::text"
  )
  static let mayMakeSchema = PostgresStatement(
    "SELECT has_database_privilege(current_database(), 'CREATE') AND $1::text IS NOT NULL"
  )
  static let mayMakeTables = PostgresStatement("SELECT has_schema_privilege($1::text, 'CREATE')")
  static let findVersion = PostgresStatement(
    """
    SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = $1::text AND c.relname = 'schema_version'
    """
  )
  static let readVersion = PostgresStatement("SELECT version FROM schema_version")
  static let makeVersion = PostgresStatement("CREATE TABLE schema_version (version integer NOT NULL)")
  static let writeVersion = PostgresStatement(
    "WITH old AS (DELETE FROM schema_version) INSERT INTO schema_version VALUES ($1::int4)"
  )
  /// Lets one server at a time change the tables of a schema.
  static let lockSchema = PostgresStatement("SELECT pg_advisory_xact_lock($1::int4, hashtext($2::text))")

  // MARK: The right to write

  static let lockWriter = PostgresStatement(
    "SELECT pg_try_advisory_lock($1::int4, 'writer'::regclass::oid::int4)"
  )
  static let readWriter = PostgresStatement("SELECT term, step FROM writer", name: "arrange_writer")
  static let takeTerm = PostgresStatement(
    "UPDATE writer SET term = term + 1, holder = $1::text, since = now() RETURNING term, step"
  )
  /// Who holds the lock: the name in the row, the address and the process of the server's end.
  static let findHolder = PostgresStatement(
    """
    SELECT w.holder, to_char(w.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), \
    coalesce(host(a.client_addr), 'this machine'), l.pid \
    FROM writer w LEFT JOIN (pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid) \
    ON l.locktype = 'advisory' AND l.granted AND l.classid = $1::int4::oid \
    AND l.objid = 'writer'::regclass::oid AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """
  )
  /// Ends the server's end of an earlier connection of this process, which may still hold the lock.
  static let endBackend = PostgresStatement(
    """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE pid = $1::int4 AND application_name = left($2::text, 63) AND usename = current_user
    """
  )
  /// The first statement of each transaction: it fails if another server has begun a term, or if the transaction was
  /// made before.
  static let step = PostgresStatement(
    "UPDATE writer SET step = CASE WHEN term = $1::int8 AND step = $2::int8 - 1 THEN $2::int8 END",
    name: "arrange_step"
  )

  // MARK: Writing

  static let insertCommits = PostgresStatement(
    """
    INSERT INTO commits (collection, version, checksum, request, payload) \
    SELECT * FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::bytea[], $5::bytea[])
    """,
    name: "arrange_commits"
  )
  static let insertPage = PostgresStatement(
    """
    INSERT INTO pages (collection, series, index, checksum, bytes) \
    VALUES ($1::int8, $2::int8, $3::int4, $4::int8, $5::bytea)
    """,
    name: "arrange_page"
  )
  static let insertCollection = PostgresStatement(
    """
    INSERT INTO collections (key, name, version, oldest, checkpoint, series, pages, checksum, descriptor) \
    VALUES ($1::int8, $2::text, $3::int8, $4::int8, $5::int8, $6::int8, $7::int4, $8::int8, $9::bytea)
    """,
    name: "arrange_collection"
  )
  static let updateCollection = PostgresStatement(
    """
    UPDATE collections SET version = $3::int8, oldest = $4::int8, checkpoint = $5::int8, series = $6::int8, \
    pages = $7::int4, checksum = $8::int8, descriptor = coalesce($9::bytea, descriptor) \
    WHERE key = $1::int8 AND name = $2::text
    """,
    name: "arrange_change"
  )
  static let deleteCollection = PostgresStatement(
    "WITH gone AS (DELETE FROM collections WHERE key = $1::int8) INSERT INTO removals VALUES ($1::int8)",
    name: "arrange_delete"
  )
  static let removeCommits = PostgresStatement(
    "DELETE FROM commits WHERE collection = $1::int8 AND version >= $2::int8 AND version < $3::int8",
    name: "arrange_remove_commits"
  )
  /// Removes trimmed commits whose request ids are used again.
  static let removeRequests = PostgresStatement(
    """
    DELETE FROM commits USING unnest($1::int8[], $2::int8[]) AS gone (collection, version) \
    WHERE commits.collection = gone.collection AND commits.version = gone.version
    """
  )
  static let removePages = PostgresStatement(
    "DELETE FROM pages WHERE collection = $1::int8 AND series = $2::int8 AND index >= $3::int8 AND index < $4::int8",
    name: "arrange_remove_pages"
  )
  static let endRemoval = PostgresStatement(
    "DELETE FROM removals WHERE collection = $1::int8",
    name: "arrange_end_removal"
  )

  // MARK: Reading

  /// Every collection with the versions of the commits that there are.
  static let readHeads = PostgresStatement(
    """
    SELECT key, name, version, oldest, checkpoint, series, pages, checksum, descriptor, \
    (SELECT min(m.version) FROM commits m WHERE m.collection = c.key), \
    (SELECT max(m.version) FROM commits m WHERE m.collection = c.key) FROM collections c
    """
  )
  /// The series of which there are pages, with the greatest index.
  static let readSeries = PostgresStatement(
    "SELECT collection, series, max(index) FROM pages GROUP BY collection, series"
  )
  static let readRemovals = PostgresStatement(
    """
    SELECT r.collection, (SELECT min(m.version) FROM commits m WHERE m.collection = r.collection), \
    (SELECT max(m.version) FROM commits m WHERE m.collection = r.collection) FROM removals r
    """
  )
  static let readCollections = PostgresStatement(
    "SELECT key, name, version, oldest, checkpoint, series, pages, checksum, descriptor FROM collections",
    name: "arrange_read_collections"
  )
  static let readCommits = PostgresStatement(
    """
    SELECT version, checksum, request, payload FROM commits \
    WHERE collection = $1::int8 AND version >= $2::int8 AND version <= $3::int8 ORDER BY version LIMIT $4::int8
    """,
    name: "arrange_read_commits"
  )
  static let readRequest = PostgresStatement(
    """
    SELECT version, checksum, request, payload FROM commits \
    WHERE collection = $1::int8 AND request = $2::bytea
    """,
    name: "arrange_read_request"
  )
  static let readRequests = PostgresStatement(
    """
    SELECT version, checksum, request FROM commits \
    WHERE collection = $1::int8 AND version >= $2::int8 AND version <= $3::int8 AND request IS NOT NULL \
    ORDER BY version DESC LIMIT $4::int8
    """,
    name: "arrange_read_requests"
  )
  /// The stored commits with some request ids.
  static let findRequests = PostgresStatement(
    """
    SELECT m.collection, m.version, m.request FROM unnest($1::int8[], $2::bytea[]) AS wanted (collection, request) \
    JOIN commits m ON m.collection = wanted.collection AND m.request = wanted.request
    """
  )
  static let readPage = PostgresStatement(
    "SELECT checksum, bytes FROM pages WHERE collection = $1::int8 AND series = $2::int8 AND index = $3::int4",
    name: "arrange_read_page"
  )
  static let readSize = PostgresStatement(
    """
    SELECT sum(pg_total_relation_size(c.oid))::int8 FROM pg_class c \
    WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'r'
    """
  )

  /// The statements that the writing connection has the server prepare.
  static let writing = [
    readWriter, step, insertCommits, insertPage, insertCollection, updateCollection, deleteCollection,
    removeCommits,
    removePages, endRemoval,
  ]
  /// The statements that reading connections have the server prepare.
  static let reading = [readCollections, readCommits, readRequest, readRequests, readPage]
}
