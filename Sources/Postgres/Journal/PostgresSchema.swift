import Engine

/// All SQL of the journal, and the definitions of its tables.
///
/// The statements name no schema: it comes first in the search path of each connection.
enum PostgresSchema {
  /// `ARNG`: the first key of the advisory locks, so that they differ from those of other programs.
  static let lockClass: Int32 = 0x4152_4E47
  /// `ARNH`: that of the locks of those who make a schema.
  static let makingLockClass: Int32 = 0x4152_4E48

  /// The steps from an empty schema to the present one, oldest first. The number of steps that were made is the
  /// version of the schema, so steps are added at the end and never changed.
  static let migrations: [[PostgresMigration]] = [
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
    ],
    [
      .lockWriter,
      // One row.
      //   journal  identifies the journal: random, drawn when it was made
      //   secret   by which nodes know each other
      //   catalog  the number of the newest change of the catalog
      //   slots    how often slots were assigned to nodes
      """
      CREATE TABLE cluster (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), journal uuid NOT NULL, \
      secret text NOT NULL, catalog bigint NOT NULL, slots bigint NOT NULL)
      """,
      """
      INSERT INTO cluster (journal, secret, catalog, slots) \
      SELECT journal, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 0, 0 FROM writer
      """,
      "DROP TABLE writer",
      // One row for each server that uses the journal.
      //   id           random, drawn at each start
      //   address      where other nodes reach it
      //   application  how the names of its connections begin
      //   process      the machine and the process
      //   alone        whether it takes all slots
      //   lease        in milliseconds
      //   renewals     how often the lease was extended
      """
      CREATE TABLE nodes (id bigint PRIMARY KEY, name text NOT NULL, address text NOT NULL, \
      application text NOT NULL, process text NOT NULL, alone boolean NOT NULL, lease bigint NOT NULL, \
      renewals bigint NOT NULL, expires timestamptz NOT NULL, since timestamptz NOT NULL DEFAULT now())
      """,
      // One row for each node that may write. It is changed by every transaction that writes.
      //   step  the number of transactions
      "CREATE TABLE fences (node bigint PRIMARY KEY, step bigint NOT NULL)",
      // The owners of slots; NULL if there is none.
      "CREATE TABLE slots (slot smallint PRIMARY KEY, node bigint)",
      "INSERT INTO slots (slot) SELECT generate_series(0, \(Slot.count - 1))",
      // Names whose collection was created, described or deleted, and by which node.
      """
      CREATE TABLE catalog_changes (number bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, \
      node bigint NOT NULL, at timestamptz NOT NULL DEFAULT now())
      """,
      "ALTER TABLE collections ADD COLUMN slot smallint",
      .fillSlots,
      "ALTER TABLE collections ALTER COLUMN slot SET NOT NULL",
      "CREATE INDEX collections_slot ON collections (slot)",
      // The names of collections that were deleted are not known any more. Any node may remove their rows.
      "ALTER TABLE removals ADD COLUMN slot smallint",
      "UPDATE removals SET slot = collection % \(Slot.count)",
      "ALTER TABLE removals ALTER COLUMN slot SET NOT NULL",
      "CREATE INDEX removals_slot ON removals (slot)",
    ],
    [
      // What configurations have declared and a node has made.
      """
      CREATE TABLE declarations (declaration text COLLATE "C" PRIMARY KEY, \
      at timestamptz NOT NULL DEFAULT now())
      """
    ],
    // Checkpoints have placement versions, which servers before can't read; the tables are the same.
    [],
  ]

  /// The tables of all versions.
  static let tables = [
    "schema_version", "writer", "collections", "commits", "pages", "removals", "cluster", "nodes", "fences",
    "slots",
    "catalog_changes", "declarations",
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
    THEN set_config('synchronous_commit', 'on', false) END, \
    CASE WHEN $8::text IS NOT NULL THEN set_config('application_name', left($8::text, 63), false) END
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

  /// Lets one restore at a time make a schema.
  static let lockMaking = PostgresStatement("SELECT pg_try_advisory_lock($1::int4, hashtext($2::text))")

  // MARK: From version 1

  /// The lock that a server of version 1 holds as long as it runs.
  static let lockWriter = PostgresStatement(
    "SELECT pg_try_advisory_xact_lock($1::int4, 'writer'::regclass::oid::int4)"
  )
  /// The server of version 1 that holds the lock.
  static let findHolder = PostgresStatement(
    """
    SELECT holder, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM writer
    """
  )
  static let readNames = PostgresStatement(
    "SELECT key, name FROM collections WHERE key > $1::int8 ORDER BY key LIMIT $2::int8"
  )
  static let fillSlots = PostgresStatement(
    """
    UPDATE collections SET slot = filled.slot FROM unnest($1::int8[], $2::int8[]) AS filled (key, slot) \
    WHERE collections.key = filled.key
    """
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
    INSERT INTO collections (key, name, version, oldest, checkpoint, series, pages, checksum, descriptor, slot) \
    VALUES ($1::int8, $2::text, $3::int8, $4::int8, $5::int8, $6::int8, $7::int4, $8::int8, $9::bytea, $10::int4)
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
    """
    WITH gone AS (DELETE FROM collections WHERE key = $1::int8 RETURNING key, slot) \
    INSERT INTO removals (collection, slot) SELECT key, slot FROM gone
    """,
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

  /// The collections of some slots, or of all, with the versions of the commits that there are.
  static let readHeads = PostgresStatement(
    """
    SELECT key, name, version, oldest, checkpoint, series, pages, checksum, descriptor, \
    (SELECT min(m.version) FROM commits m WHERE m.collection = c.key), \
    (SELECT max(m.version) FROM commits m WHERE m.collection = c.key) FROM collections c \
    WHERE $1::int8[] IS NULL OR c.slot = ANY ($1::int8[])
    """
  )
  /// The series of which there are pages, with the greatest index.
  static let readSeries = PostgresStatement(
    """
    SELECT p.collection, p.series, max(p.index), o.slot FROM pages p JOIN (\
    SELECT key, slot FROM collections UNION ALL SELECT collection, slot FROM removals) o ON o.key = p.collection \
    WHERE $1::int8[] IS NULL OR o.slot = ANY ($1::int8[]) GROUP BY p.collection, p.series, o.slot
    """
  )
  static let readRemovals = PostgresStatement(
    """
    SELECT r.collection, (SELECT min(m.version) FROM commits m WHERE m.collection = r.collection), \
    (SELECT max(m.version) FROM commits m WHERE m.collection = r.collection), r.slot FROM removals r \
    WHERE $1::int8[] IS NULL OR r.slot = ANY ($1::int8[])
    """
  )
  /// The collections of which there are rows, but none that says what they are, or that they were deleted.
  static let readStrays = PostgresStatement(
    """
    SELECT collection, sum(rows)::int8 FROM (SELECT collection, count(*) AS rows FROM commits GROUP BY collection \
    UNION ALL SELECT collection, count(*) FROM pages GROUP BY collection) stored \
    WHERE collection > 0 AND NOT EXISTS (SELECT FROM collections c WHERE c.key = stored.collection) \
    AND NOT EXISTS (SELECT FROM removals r WHERE r.collection = stored.collection) GROUP BY collection ORDER BY collection
    """
  )
  /// A collection with the versions of the commits that there are.
  static let readHead = PostgresStatement(
    """
    SELECT key, name, version, oldest, checkpoint, series, pages, checksum, descriptor, \
    (SELECT min(m.version) FROM commits m WHERE m.collection = c.key), \
    (SELECT max(m.version) FROM commits m WHERE m.collection = c.key) FROM collections c WHERE key = $1::int8
    """,
    name: "arrange_read_head"
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
    step, readStep, insertCommits, insertPage, insertCollection, updateCollection, deleteCollection,
    insertChanges,
    removeCommits, removePages, endRemoval,
  ]
  /// The statements that reading connections have the server prepare.
  static let reading = [readHead, readCommits, readRequest, readRequests, readPage]
}

/// One part of a step between two versions of the schema.
enum PostgresMigration: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  case statement(String)
  /// No server of version 1 may run from now on.
  case lockWriter
  /// The slots of collections are computed from their names.
  case fillSlots

  init(stringLiteral value: String) { self = .statement(value) }
}
