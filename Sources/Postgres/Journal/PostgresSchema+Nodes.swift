/// The SQL for nodes and their slots.
///
/// Every transaction takes its locks in this order, so that none waits for another in a circle: fences, rows of nodes,
/// slots, the row of the cluster. A claim takes the last one first: nobody else locks slots without an owner.
extension PostgresSchema {
  // MARK: Fences

  /// The first statement of each transaction of a node: it fails, with a division by zero, if the node was taken over,
  /// or if the transaction was made before.
  static let step = PostgresStatement(
    """
    WITH made AS (UPDATE fences SET step = $2::int8 WHERE node = $1::int8 AND step = $2::int8 - 1 RETURNING 1) \
    SELECT 1 / count(*) FROM made
    """,
    name: "arrange_step"
  )
  /// The number of the last transaction of a node, after the end of one that is in progress.
  static let readStep = PostgresStatement(
    "SELECT step FROM fences WHERE node = $1::int8 FOR UPDATE",
    name: "arrange_read_step"
  )
  /// Whether a node has a fence and a slot, and the history of the database as in ``readAssignment``. It waits for no
  /// transaction.
  static let readStanding = PostgresStatement(
    """
    SELECT (SELECT count(*) FROM fences WHERE node = $1::int8), \
    (SELECT count(*) FROM slots WHERE node = $1::int8 AND slot = $2::int8), \
    ('x' || left(pg_walfile_name(l), 8))::bit(32)::int8, pg_wal_lsn_diff(l, '0/0')::int8 \
    FROM pg_current_wal_flush_lsn() l
    """
  )
  /// Ends the server's end of an earlier connection of this node, whose transaction may be in progress.
  static let endBackend = PostgresStatement(
    """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE pid = $1::int4 AND starts_with(application_name, $2::text) AND usename = current_user
    """
  )
  /// Ends all connections of a node, so that nobody waits for a transaction of a process that has stopped in it.
  static let endBackends = PostgresStatement(
    """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE starts_with(application_name, $1::text) AND usename = current_user AND pid <> pg_backend_pid()
    """
  )

  // MARK: Nodes

  static let readCluster = PostgresStatement("SELECT secret, catalog FROM cluster")
  static let readOwnHost = PostgresStatement("SELECT host(inet_client_addr())")
  /// Inserts a node, unless an attempt whose answer was lost has done so.
  static let insertNode = PostgresStatement(
    """
    WITH fence AS (INSERT INTO fences (node, step) VALUES ($1::int8, 0) ON CONFLICT DO NOTHING) \
    INSERT INTO nodes (id, name, address, application, process, alone, lease, renewals, expires) \
    VALUES ($1::int8, $2::text, $3::text, $4::text, $5::text, $6::int4 <> 0, $7::int8, 0, \
    clock_timestamp() + $7::int8 * interval '1 millisecond') ON CONFLICT DO NOTHING
    """
  )
  static let renew = PostgresStatement(
    """
    UPDATE nodes SET renewals = renewals + 1, expires = clock_timestamp() + lease * interval '1 millisecond' \
    WHERE id = $1::int8
    """,
    name: "arrange_renew"
  )
  /// The number of the newest assignment of slots, the timeline of the database, how much of its write-ahead log is flushed, in
  /// bytes, and the number of the newest change of the catalog. It is read before the slots: they may be newer, and are read again then.
  static let readAssignment = PostgresStatement(
    """
    SELECT slots, ('x' || left(pg_walfile_name(l), 8))::bit(32)::int8, pg_wal_lsn_diff(l, '0/0')::int8, catalog \
    FROM cluster, pg_current_wal_flush_lsn() l
    """,
    name: "arrange_assignment"
  )
  /// The owners of all slots, unless their number is the given one.
  static let readOwners = PostgresStatement(
    "SELECT slot, node FROM slots WHERE (SELECT slots FROM cluster) <> $1::int8",
    name: "arrange_owners"
  )
  /// All nodes. A lease that holds for longer than it was extended is one from before the clock was set back, and counts
  /// as one that has run out.
  static let readNodes = PostgresStatement(
    """
    SELECT id, name, address, application, process, alone, lease, renewals, \
    expires <= clock_timestamp() OR expires > clock_timestamp() + lease * interval '1 millisecond', \
    (extract(epoch FROM expires - clock_timestamp()) * 1000)::int8, \
    to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM nodes ORDER BY id
    """,
    name: "arrange_nodes"
  )
  /// The statements that the connection of a node's polls has the server prepare.
  static let polling = [renew, readAssignment, readOwners, readNodes, readChanges]

  // MARK: Slots

  /// Those of some slots that a node owns.
  static let readOwned = PostgresStatement(
    "SELECT slot FROM slots WHERE node = $1::int8 AND slot = ANY ($2::int8[])"
  )
  /// Removes a node. It fails, with a division by zero, if the node is gone or has extended its lease.
  static let removeNode = PostgresStatement(
    """
    WITH gone AS (DELETE FROM nodes WHERE id = $1::int8 AND renewals = $2::int8 \
    AND ($3::int4 <> 0 OR expires <= clock_timestamp() \
    OR expires > clock_timestamp() + lease * interval '1 millisecond') RETURNING 1) SELECT 1 / count(*) FROM gone
    """
  )
  static let removeOwnNode = PostgresStatement("DELETE FROM nodes WHERE id = $1::int8")
  /// Waits for a transaction of the node. What it sends afterwards fails.
  static let removeFence = PostgresStatement("DELETE FROM fences WHERE node = $1::int8")
  static let moveSlots = PostgresStatement(
    """
    UPDATE slots SET node = moved.node FROM unnest($2::int8[], $3::int8[]) AS moved (slot, node) \
    WHERE slots.slot = moved.slot AND slots.node = $1::int8
    """
  )
  static let freeSlots = PostgresStatement("UPDATE slots SET node = NULL WHERE node = $1::int8")
  static let claimSlots = PostgresStatement(
    """
    UPDATE slots SET node = moved.node FROM unnest($1::int8[], $2::int8[]) AS moved (slot, node) \
    WHERE slots.slot = moved.slot AND NOT EXISTS (SELECT FROM nodes WHERE nodes.id = slots.node)
    """
  )
  static let countAssignment = PostgresStatement("UPDATE cluster SET slots = slots + 1")

  // MARK: Declarations

  static let readDeclarations = PostgresStatement(
    "SELECT declaration FROM declarations WHERE declaration = ANY ($1::text[])"
  )
  static let insertDeclarations = PostgresStatement(
    """
    INSERT INTO declarations (declaration) SELECT made FROM unnest($1::text[]) AS made ORDER BY made \
    ON CONFLICT DO NOTHING
    """
  )

  // MARK: The catalog

  /// Numbers changes of the catalog. The row stays locked until the transaction ends, so that numbers become visible in
  /// their order.
  static let insertChanges = PostgresStatement(
    """
    WITH numbered AS (UPDATE cluster SET catalog = catalog + $3::int8 RETURNING catalog - $3::int8 AS before) \
    INSERT INTO catalog_changes (number, name, node) SELECT before + place, name, $1::int8 \
    FROM numbered, unnest($2::text[]) WITH ORDINALITY AS changed (name, place)
    """,
    name: "arrange_changes"
  )
  /// Changes of the catalog in their order, with the collections of their names as they are now.
  static let readChanges = PostgresStatement(
    """
    SELECT c.key, c.name, c.version, c.oldest, c.checkpoint, c.series, c.pages, c.checksum, c.descriptor, \
    h.number, h.name, h.node \
    FROM (SELECT * FROM catalog_changes WHERE number > $1::int8 ORDER BY number LIMIT $2::int8) h \
    LEFT JOIN collections c ON c.name = h.name ORDER BY h.number
    """,
    name: "arrange_read_changes"
  )
  /// Removes changes that every node has read, or will never read.
  static let trimChanges = PostgresStatement(
    """
    DELETE FROM catalog_changes WHERE number <= (SELECT catalog FROM cluster) - $1::int8 \
    AND at < now() - $2::int8 * interval '1 second'
    """
  )
}
