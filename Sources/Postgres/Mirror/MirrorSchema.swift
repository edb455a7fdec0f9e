/// The tables of a mirror, and what is done with them.
enum MirrorSchema {
  /// The class of the advisory lock under which one server at a time makes or changes the tables.
  static let lockClass: Int32 = 0x6D69_7272

  /// The statements that lead from each version of the tables to the next one.
  static let migrations: [[String]] = [
    [
      // One row: the version of the tables, and the sink that writes them.
      """
      CREATE TABLE mirror (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), version integer NOT NULL, \
      sink text NOT NULL, epoch text NOT NULL)
      """,
      // One row for each list. Its version and history say what the other tables have of it.
      """
      CREATE TABLE lists (collection text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, history text NOT NULL, \
      outline boolean NOT NULL, changed_at timestamptz, delivered_at timestamptz NOT NULL)
      """,
      """
      CREATE TABLE sections (collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, rank bytea NOT NULL, \
      fields jsonb NOT NULL, version bigint NOT NULL, CONSTRAINT sections_pkey PRIMARY KEY (collection, id))
      """,
      "CREATE INDEX sections_order ON sections (collection, rank)",
      // An item at the top has a section, and one below another item has a parent. Room is left in pages, so that rows whose fields
      // change need no new entries in indexes.
      """
      CREATE TABLE items (collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, section text COLLATE "C", \
      parent text COLLATE "C", rank bytea NOT NULL, fields jsonb NOT NULL, version bigint NOT NULL, \
      CONSTRAINT items_pkey PRIMARY KEY (collection, id)) WITH (fillfactor = 90)
      """,
      "CREATE INDEX items_order ON items (collection, section, rank)",
      "CREATE INDEX items_children ON items (collection, parent, rank) WHERE parent IS NOT NULL",
      """
      CREATE TABLE moves (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, collection text COLLATE "C" NOT NULL, \
      id text COLLATE "C" NOT NULL, version bigint NOT NULL, from_section text, from_parent text, from_after text, \
      to_section text, to_parent text, to_after text, changed_at timestamptz)
      """,
      // How often it was begun to write a list as a whole: who has begun before writes no more.
      "CREATE TABLE loads (collection text COLLATE \"C\" PRIMARY KEY, claim bigint NOT NULL)",
      """
      CREATE VIEW section_items AS SELECT s.collection, s.id AS section, s.rank AS section_rank, \
      s.fields AS section_fields, i.id AS item, i.rank, i.fields, i.version \
      FROM sections s LEFT JOIN items i ON i.collection = s.collection AND i.section = s.id
      """,
    ]
  ]

  /// A function that shows an outline. It names its tables with the schema, since whoever calls it may have any search path.
  static func outline(_ schema: String) -> String {
    """
    CREATE OR REPLACE FUNCTION \(schema).outline(list text) \
    RETURNS TABLE (section text, id text, parent text, depth integer, fields jsonb, version bigint) \
    LANGUAGE sql STABLE AS $$ \
    WITH RECURSIVE walk AS (\
    SELECT s.rank AS first, ARRAY[i.rank] AS path, i.section, i.id, i.parent, 1 AS depth, i.fields, i.version \
    FROM \(schema).items i JOIN \(schema).sections s ON s.collection = i.collection AND s.id = i.section \
    WHERE i.collection = list AND i.parent IS NULL \
    UNION ALL \
    SELECT w.first, w.path || i.rank, w.section, i.id, i.parent, w.depth + 1, i.fields, i.version \
    FROM walk w JOIN \(schema).items i ON i.collection = list AND i.parent = w.id) \
    SELECT w.section, w.id, w.parent, w.depth, w.fields, w.version FROM walk w ORDER BY w.first, w.path $$
    """
  }

  /// The columns that are written, by their tables.
  static let columns: [(table: String, columns: [String])] = [
    ("mirror", ["version", "sink", "epoch"]),
    ("lists", ["collection", "version", "history", "outline", "changed_at", "delivered_at"]),
    ("sections", ["collection", "id", "rank", "fields", "version"]),
    ("items", ["collection", "id", "section", "parent", "rank", "fields", "version"]),
    (
      "moves",
      [
        "number", "collection", "id", "version", "from_section", "from_parent", "from_after", "to_section",
        "to_parent", "to_after", "changed_at",
      ]
    ),
    ("loads", ["collection", "claim"]),
  ]

  // MARK: Opening

  /// The encoding; the role; whether there is the schema; whether the role may make it, may make temporary tables, may use it, and
  /// may make tables in it; whether it has a mirror, and whether it has lists of a server.
  static let look = PostgresStatement(
    """
    SELECT current_setting('server_encoding'), quote_ident(current_user), n.oid IS NOT NULL, \
    has_database_privilege(current_database(), 'CREATE'), has_database_privilege(current_database(), 'TEMP'), \
    coalesce(has_schema_privilege(n.oid, 'USAGE'), false), coalesce(has_schema_privilege(n.oid, 'CREATE'), false), \
    EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'mirror'), \
    (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname IN ('commits', 'schema_version')) = 2 \
    FROM (SELECT 1) one LEFT JOIN pg_namespace n ON n.nspname = $1::text
    """
  )
  static let readMirror = PostgresStatement("SELECT version, sink, epoch FROM mirror")
  /// The columns that are missing, and the tables that the role may not read and write.
  static let readLacks = PostgresStatement(
    """
    SELECT (SELECT string_agg(w.relation || '.' || w.name, ', ' ORDER BY w.relation, w.name) \
    FROM unnest($2::text[], $3::text[]) AS w (relation, name) WHERE NOT EXISTS (\
    SELECT FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = $1::text AND c.relname = w.relation AND a.attname = w.name AND NOT a.attisdropped)), \
    (SELECT string_agg(c.relname, ', ' ORDER BY c.relname) FROM pg_class c \
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1::text AND c.relname = ANY ($2::text[]) \
    AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') \
    AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')))
    """
  )
  static let insertMirror = PostgresStatement(
    "INSERT INTO mirror (version, sink, epoch) VALUES ($1::int4, $2::text, $3::text)"
  )
  static let updateMirror = PostgresStatement("UPDATE mirror SET version = $1::int4")

  // MARK: Changes

  static let lockList = PostgresStatement(
    "SELECT version, history FROM lists WHERE collection = $1::text FOR UPDATE",
    name: "arrange_lock_list"
  )
  /// The ranks of items behind which others are placed, those of their successors, and where they are.
  static let readItems = PostgresStatement(
    """
    SELECT w.n, a.rank, CASE WHEN a.parent IS NULL THEN (SELECT n.rank FROM items n \
    WHERE n.collection = a.collection AND n.section = a.section AND n.rank > a.rank ORDER BY n.rank LIMIT 1) \
    ELSE (SELECT n.rank FROM items n \
    WHERE n.collection = a.collection AND n.parent = a.parent AND n.rank > a.rank ORDER BY n.rank LIMIT 1) END, \
    coalesce(a.section, ''), coalesce(a.parent, '') \
    FROM unnest($2::text[]) WITH ORDINALITY AS w (id, n) \
    JOIN items a ON a.collection = $1::text AND a.id = w.id ORDER BY w.n
    """,
    name: "arrange_read_items"
  )
  /// The ranks of the first items of sections and of other items.
  static let readFirstItems = PostgresStatement(
    """
    SELECT CASE WHEN w.parent = '' THEN (SELECT n.rank FROM items n \
    WHERE n.collection = $1::text AND n.section = w.section ORDER BY n.rank LIMIT 1) \
    ELSE (SELECT n.rank FROM items n \
    WHERE n.collection = $1::text AND n.parent = w.parent ORDER BY n.rank LIMIT 1) END \
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS w (section, parent, n) ORDER BY w.n
    """,
    name: "arrange_read_first_items"
  )
  static let readSections = PostgresStatement(
    """
    SELECT w.n, a.rank, (SELECT n.rank FROM sections n \
    WHERE n.collection = a.collection AND n.rank > a.rank ORDER BY n.rank LIMIT 1), '', '' \
    FROM unnest($2::text[]) WITH ORDINALITY AS w (id, n) \
    JOIN sections a ON a.collection = $1::text AND a.id = w.id ORDER BY w.n
    """,
    name: "arrange_read_sections"
  )
  static let readFirstSection = PostgresStatement(
    "SELECT (SELECT rank FROM sections WHERE collection = $1::text ORDER BY rank LIMIT 1)",
    name: "arrange_read_first_section"
  )
  /// All of these return how many rows they have changed.
  static let insertItems = PostgresStatement(
    """
    WITH done AS (INSERT INTO items (collection, id, section, parent, rank, fields, version) \
    SELECT $1::text, c.id, CASE WHEN c.parent = '' THEN c.section END, nullif(c.parent, ''), c.rank, c.fields::jsonb, \
    $2::int8 FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[]) \
    AS c (id, section, parent, rank, fields) RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_insert_items"
  )
  /// Without a rank a row stays where it is, and with an empty text for fields it keeps them.
  static let updateItems = PostgresStatement(
    """
    WITH done AS (UPDATE items i SET \
    section = CASE WHEN c.rank IS NULL THEN i.section WHEN c.parent = '' THEN c.section END, \
    parent = CASE WHEN c.rank IS NULL THEN i.parent ELSE nullif(c.parent, '') END, \
    rank = coalesce(c.rank, i.rank), fields = coalesce(nullif(c.fields, '')::jsonb, i.fields), version = $2::int8 \
    FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[]) AS c (id, section, parent, rank, fields) \
    WHERE i.collection = $1::text AND i.id = c.id RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_update_items"
  )
  static let deleteItems = PostgresStatement(
    """
    WITH done AS (DELETE FROM items i USING unnest($2::text[]) AS c (id) \
    WHERE i.collection = $1::text AND i.id = c.id RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_delete_items"
  )
  static let insertSections = PostgresStatement(
    """
    WITH done AS (INSERT INTO sections (collection, id, rank, fields, version) \
    SELECT $1::text, c.id, c.rank, c.fields::jsonb, $2::int8 \
    FROM unnest($3::text[], $4::bytea[], $5::text[]) AS c (id, rank, fields) RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_insert_sections"
  )
  static let updateSections = PostgresStatement(
    """
    WITH done AS (UPDATE sections s SET rank = coalesce(c.rank, s.rank), \
    fields = coalesce(nullif(c.fields, '')::jsonb, s.fields), version = $2::int8 \
    FROM unnest($3::text[], $4::bytea[], $5::text[]) AS c (id, rank, fields) \
    WHERE s.collection = $1::text AND s.id = c.id RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_update_sections"
  )
  static let deleteSections = PostgresStatement(
    """
    WITH done AS (DELETE FROM sections s USING unnest($2::text[]) AS c (id) \
    WHERE s.collection = $1::text AND s.id = c.id RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_delete_sections"
  )
  /// In the texts of places, an empty one says that there is none; the section counts where there is no parent.
  static let insertMoves = PostgresStatement(
    """
    WITH done AS (INSERT INTO moves (collection, version, changed_at, id, from_section, from_parent, from_after, \
    to_section, to_parent, to_after) \
    SELECT $1::text, $2::int8, timestamptz 'epoch' + $3::int8 * interval '1 microsecond', c.id, \
    CASE WHEN c.from_parent = '' THEN c.from_section END, nullif(c.from_parent, ''), nullif(c.from_after, ''), \
    CASE WHEN c.to_parent = '' THEN c.to_section END, nullif(c.to_parent, ''), nullif(c.to_after, '') \
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) \
    AS c (id, from_section, from_parent, from_after, to_section, to_parent, to_after) RETURNING 1) \
    SELECT count(*) FROM done
    """,
    name: "arrange_insert_moves"
  )
  static let updateList = PostgresStatement(
    """
    WITH done AS (UPDATE lists SET version = $2::int8, history = $3::text, \
    changed_at = coalesce(timestamptz 'epoch' + $4::int8 * interval '1 microsecond', changed_at), \
    delivered_at = clock_timestamp() WHERE collection = $1::text RETURNING 1) SELECT count(*) FROM done
    """,
    name: "arrange_update_list"
  )
  private static let newRank = """
    rtrim(substring(int8send(\(MirrorRank.first) + \(MirrorRank.step) * (row_number() OVER (ORDER BY rank) - 1)) \
    FROM \(9 - MirrorRank.width)), '\\x00'::bytea)
    """
  /// Numbers siblings anew whose ranks have become too long.
  static let numberItems = PostgresStatement(
    """
    UPDATE items SET rank = o.rank FROM (SELECT id, \(newRank) AS rank FROM items WHERE collection = $1::text \
    AND CASE WHEN $3::text = '' THEN section = $2::text ELSE parent = $3::text END) o \
    WHERE items.collection = $1::text AND items.id = o.id
    """
  )
  static let numberSections = PostgresStatement(
    """
    UPDATE sections SET rank = o.rank FROM (SELECT id, \(newRank) AS rank FROM sections \
    WHERE collection = $1::text) o WHERE sections.collection = $1::text AND sections.id = o.id
    """
  )

  // MARK: Whole lists

  static let claim = PostgresStatement(
    """
    INSERT INTO loads AS l (collection, claim) VALUES ($1::text, 1) \
    ON CONFLICT (collection) DO UPDATE SET claim = l.claim + 1 RETURNING claim
    """
  )
  static let readList = PostgresStatement("SELECT version, history FROM lists WHERE collection = $1::text")
  static let lockClaim = PostgresStatement("SELECT claim FROM loads WHERE collection = $1::text FOR UPDATE")
  /// What is left of a list without a row of its own.
  static let deleteRows = [
    PostgresStatement("DELETE FROM items WHERE collection = $1::text"),
    PostgresStatement("DELETE FROM sections WHERE collection = $1::text"),
  ]
  static let copyItems =
    "COPY items (collection, id, section, parent, rank, fields, version) FROM STDIN (FORMAT binary)"
  static let copySections = "COPY sections (collection, id, rank, fields, version) FROM STDIN (FORMAT binary)"
  /// Tables in which a list is put together that replaces what is there.
  static let stage = [
    "CREATE TEMPORARY TABLE staged_items (collection text COLLATE \"C\", id text COLLATE \"C\" PRIMARY KEY, "
      + "section text COLLATE \"C\", parent text COLLATE \"C\", rank bytea, fields jsonb, version bigint) ON COMMIT DROP",
    "CREATE TEMPORARY TABLE staged_sections (collection text COLLATE \"C\", id text COLLATE \"C\" PRIMARY KEY, rank bytea, "
      + "fields jsonb, version bigint) ON COMMIT DROP",
  ]
  static let copyStagedItems =
    "COPY staged_items (collection, id, section, parent, rank, fields, version) FROM STDIN (FORMAT binary)"
  static let copyStagedSections =
    "COPY staged_sections (collection, id, rank, fields, version) FROM STDIN (FORMAT binary)"
  /// Rows that stay keep the values of columns that others have added.
  static let replace = [
    PostgresStatement(
      """
      DELETE FROM items i WHERE i.collection = $1::text \
      AND NOT EXISTS (SELECT FROM staged_items s WHERE s.id = i.id)
      """
    ),
    PostgresStatement(
      """
      UPDATE items i SET section = s.section, parent = s.parent, rank = s.rank, fields = s.fields, version = s.version \
      FROM staged_items s WHERE i.collection = $1::text AND i.id = s.id \
      AND (i.section, i.parent, i.rank, i.fields) IS DISTINCT FROM (s.section, s.parent, s.rank, s.fields)
      """
    ),
    PostgresStatement(
      """
      INSERT INTO items (collection, id, section, parent, rank, fields, version) \
      SELECT s.collection, s.id, s.section, s.parent, s.rank, s.fields, s.version FROM staged_items s \
      WHERE NOT EXISTS (SELECT FROM items i WHERE i.collection = $1::text AND i.id = s.id)
      """
    ),
    PostgresStatement(
      """
      DELETE FROM sections i WHERE i.collection = $1::text \
      AND NOT EXISTS (SELECT FROM staged_sections s WHERE s.id = i.id)
      """
    ),
    PostgresStatement(
      """
      UPDATE sections i SET rank = s.rank, fields = s.fields, version = s.version \
      FROM staged_sections s WHERE i.collection = $1::text AND i.id = s.id \
      AND (i.rank, i.fields) IS DISTINCT FROM (s.rank, s.fields)
      """
    ),
    PostgresStatement(
      """
      INSERT INTO sections (collection, id, rank, fields, version) \
      SELECT s.collection, s.id, s.rank, s.fields, s.version FROM staged_sections s \
      WHERE NOT EXISTS (SELECT FROM sections i WHERE i.collection = $1::text AND i.id = s.id)
      """
    ),
  ]
  static let writeList = PostgresStatement(
    """
    INSERT INTO lists (collection, version, history, outline, delivered_at) \
    VALUES ($1::text, $2::int8, $3::text, $4::int4 = 1, clock_timestamp()) \
    ON CONFLICT (collection) DO UPDATE SET version = excluded.version, history = excluded.history, \
    outline = excluded.outline, delivered_at = excluded.delivered_at
    """
  )

  // MARK: Lists that are gone

  static let readStates = PostgresStatement("SELECT collection, version, history FROM lists")
  static let removeLists = PostgresStatement(
    """
    WITH gone AS (DELETE FROM lists l USING unnest($1::text[], $2::int8[], $3::text[]) AS w (collection, version, history) \
    WHERE l.collection = w.collection AND l.version = w.version AND l.history = w.history RETURNING l.collection), \
    items_gone AS (DELETE FROM items i USING gone WHERE i.collection = gone.collection), \
    sections_gone AS (DELETE FROM sections s USING gone WHERE s.collection = gone.collection) \
    DELETE FROM loads l USING gone WHERE l.collection = gone.collection
    """
  )

  /// The statements that connections have the server prepare.
  static let prepared = [
    lockList, readItems, readFirstItems, readSections, readFirstSection, insertItems, updateItems,
    deleteItems,
    insertSections, updateSections, deleteSections, insertMoves, updateList,
  ]
}
