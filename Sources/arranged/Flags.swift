import ArgumentParser

/// The flags of the daemon. Each of them but ``config`` gives the setting of the same name, which is also read
/// from the environment and the configuration file.
struct Flags: ParsableArguments {
  /// Texts with commas between them.
  struct Texts: ExpressibleByArgument {
    let elements: [String]

    init(argument: String) { elements = argument.split(separator: ",").map(String.init) }
  }

  @Option("A YAML file with settings.", valueName: "file")
  var config: String?

  @Option(
    "The directory where the lists are kept. It is made if it is not there. (default: ./arrange-data)",
    valueName: "directory"
  )
  var data: String?

  @Option(
    """
    The PostgreSQL database where the lists are kept, in place of a directory: \
    postgresql://USER@HOST:PORT/DATABASE, with options of libpq such as ?sslmode=verify-full. The password is in \
    the file that PGPASSFILE names, or in PGPASSWORD.
    """,
    valueName: "connection"
  )
  var journal: String?

  @Option(
    "The schema of the tables in that database. It is made if it is not there. (default: arrange)",
    valueName: "name"
  )
  var journalSchema: String?

  @Option(
    "What this node is called, if several share the database. (default: the host name and the port)",
    valueName: "name"
  )
  var nodeName: String?

  @Option(
    """
    Where the other nodes reach this one. (default: the first port that it listens on, and the address from which \
    the database sees it)
    """,
    valueName: "host:port"
  )
  var nodeAddress: String?

  @Option(
    """
    After how many milliseconds without a sign of life the other nodes take over from this one. (default: 10000)
    """,
    valueName: "ms"
  )
  var nodeLeaseMs: Int?

  @Option(
    """
    The authority of the nodes' certificates, in PEM: connections to other nodes use TLS, and their addresses have to be \
    those of tls: listeners. (default: no TLS)
    """,
    valueName: "file"
  )
  var nodeTlsCA: String?

  @Option(
    """
    Where to listen, separated by commas: HOST:PORT, tls:HOST:PORT with TLS, unix:PATH for a Unix socket, or socket:NAME \
    and tls:socket:NAME for one that a service manager passes; port 0 takes a free one. (default: the sockets that are \
    passed, 127.0.0.1:7411 where there is none)
    """,
    valueName: "addresses"
  )
  var listen: Texts?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Listen on an address that other machines can reach, although nobody has to say who they are: without TLS, or \
      with TLS and without client certificates that are required. (default: no)
      """
  )
  var insecure: Bool?

  @Option(
    """
    The server's certificate, and behind it those that lead to an authority, in PEM. Where the files change, new \
    connections see the new ones.
    """,
    valueName: "file"
  )
  var tlsCertificate: String?

  @Option(
    "The private key of the certificate, in PEM.",
    valueName: "file"
  )
  var tlsKey: String?

  @Option(
    "The authorities of client certificates, in PEM.",
    valueName: "file"
  )
  var tlsClientCA: String?

  @Option(
    "Whether clients show a certificate: none, requested or required. (default: required with --tls-client-ca)",
    valueName: "rule"
  )
  var tlsClientCertificates: String?

  @Option(
    "The access file, in YAML: principals and their permissions. Without one everybody may do everything.",
    valueName: "file"
  )
  var access: String?

  @Option(
    "The file to which each refusal and each administrative act is appended, as a line of JSON.",
    valueName: "file"
  )
  var auditLog: String?

  @Option(
    "A directory in which the server keeps backups of everything.",
    valueName: "directory"
  )
  var backupDirectory: String?

  @Option(
    "The interval between backups: a number with s, m, h or d, 1m at least. (default: 1d)",
    valueName: "interval"
  )
  var backupEvery: String?

  @Option(
    "The number of backups that are kept. (default: 7)",
    valueName: "count"
  )
  var backupKeep: Int?

  @Option(
    "Collections to create if they are not there, each as NAME=STRATEGY or NAME, separated by commas.",
    valueName: "list"
  )
  var collections: Texts?

  @Option(
    "The ordering strategy of a collection whose creator names none. (default: lexorank)",
    valueName: "strategy"
  )
  var defaultStrategy: String?

  @Option(
    """
    Libraries with ordering strategies to load, separated by commas; see arrange strategy check. Paths are from \
    the directory that the server is started in.
    """,
    valueName: "files"
  )
  var strategies: Texts?

  @Option("How many event loops there are. (default: half the cores)", valueName: "count")
  var loops: Int?

  @Option(
    "The most connections at a time. (default: 10000)",
    valueName: "count"
  )
  var maxConnections: Int?

  @Option(
    """
    The most bytes that the buffers of all connections take together: incomplete frames, requests under way and answers \
    that are not read. Where it is more, those connections are ended that hold the most. (default: 201326592)
    """,
    valueName: "bytes"
  )
  var connectionMemory: Int?

  @Option(
    "The largest frame in bytes, 1048576 to 16777216. (default: 1048576)",
    valueName: "bytes"
  )
  var maxFrame: Int?

  @Option(
    "The most rows that all open views take together, each up to 48 bytes. (default: 20000000)",
    valueName: "count"
  )
  var maxViewRows: Int?

  @Option(
    "After how many seconds without use a collection is evicted from memory. (default: 600)",
    valueName: "seconds"
  )
  var idleSeconds: Int?

  @Option(
    "How many commits of each collection are kept for history and retries. (default: 100000)",
    valueName: "count"
  )
  var retainedCommits: Int?

  @Option(
    "How many bytes these commits take at most, for each collection. (default: 268435456)",
    valueName: "count"
  )
  var retainedBytes: Int?

  @Option(
    "For how many days what was removed is in the bin, as long as these commits are kept. (default: 30)",
    valueName: "days"
  )
  var binDays: Int?

  @Option(
    """
    After how many seconds the files are cleared of what can't be read any more, also if something is always being \
    written: up to an eighth more or less; 0: only while nothing is written. (default: 3600)
    """,
    valueName: "seconds"
  )
  var eraseSeconds: Int?

  @Option(
    "After how many edits a collection in use gets a new checkpoint; one that is not in use, after a quarter of them. (default: 40000)",
    valueName: "count"
  )
  var checkpointInterval: Int?

  @Option(
    "The number of bytes in journal.log from which its commits are flushed to the database. (default: 2097152)",
    valueName: "count"
  )
  var logBytes: Int?

  @Option(
    """
    After how many pages in SQLite's own log they are moved into the database; already after a quarter of them \
    where nothing else waits. (default: 1000)
    """,
    valueName: "count"
  )
  var logPages: Int?

  @Option(
    "How many seconds a new connection may take to send its greeting. (default: 5)",
    valueName: "seconds"
  )
  var helloSeconds: Int?

  @Option(
    "How many seconds a frame may take from its first byte to its last. (default: 30)",
    valueName: "seconds"
  )
  var frameSeconds: Int?

  @Option(
    "After how many idle seconds a client is sent a PING; 0: never. (default: 30)",
    valueName: "seconds"
  )
  var keepaliveSeconds: Int?

  @Option(
    "After how many more idle seconds its connection is closed. (default: 10)",
    valueName: "seconds"
  )
  var keepaliveTimeoutSeconds: Int?

  @Option(
    "For how many seconds a stopping server waits for clients to leave. (default: 10)",
    valueName: "seconds"
  )
  var drainSeconds: Int?

  @Option(
    """
    The address of the HTTP listener, HOST:PORT, or tls:HOST:PORT with TLS: the console at /, calls in JSON at /v1, \
    WebSockets at /arrange, /livez, /readyz and /metrics. An address that other machines can reach requires an access \
    file, and /metrics a token. (default: none)
    """,
    valueName: "address"
  )
  var http: String?

  @Option(
    """
    The origins of pages that may open WebSockets and call /v1, such as https://lists.example, separated by commas. Pages \
    that come from the address itself always may. (default: none)
    """,
    valueName: "origins"
  )
  var httpOrigins: Texts?

  @Option(
    """
    The networks of proxies in front of the HTTP listener, such as 10.0.0.0/8, separated by commas: what their headers say \
    about the client of a request counts. (default: none)
    """,
    valueName: "networks"
  )
  var httpBehindProxy: Texts?

  @Option(
    "Log calls that take at least so many milliseconds; 0: none. (default: 1000)",
    valueName: "ms"
  )
  var slowCallMs: Int?

  @Option(
    "The format of log lines: text or json. (default: text)",
    valueName: "format"
  )
  var logFormat: String?

  @Option(
    "What is logged: trace, debug, info, notice, warning, error or critical. (default: info)",
    valueName: "level"
  )
  var logLevel: String?
}
