"""How much the tools return and accept."""

MOST_ROWS = 200
"""The maximum number of rows in a result: items, hits, lists or commits."""

USUAL_ROWS = 50
"""The number of rows in a result if the agent does not say."""

MOST_RESULT_CHARACTERS = 100_000
"""The size of a result in characters of JSON, which only a single row may exceed."""

MOST_VALUE_CHARACTERS = 1_000
"""The length in characters from which a text, or bytes in base 64, is cut."""

MOST_SHOWN_CHANGES = 20
"""The maximum number of changes that are shown of one commit."""

MOST_COMMIT_CHARACTERS = 20_000
"""The size in characters of JSON from which further changes of one commit are left out."""

MOST_SCANNED_ITEMS = 20_000
"""The number of items after which one call of search stops."""

SCANNED_PAGE_ITEMS = 1_000
"""The number of items that search reads at a time."""

LISTED_PAGE_NAMES = 1_000
"""The number of names that lists reads at a time."""

MOST_WRITTEN_ITEMS = 100
"""The maximum number of items that one call adds, moves or removes."""

MOST_NAMED_ARGUMENTS = 5
"""The maximum number of arguments that one refusal names."""

MOST_CURSOR_CHARACTERS = 2_048
"""The length of the longest cursor in characters; the server's tokens have up to 1024 bytes."""

FEATURES_SECONDS = 2.0
"""How long the list of tools waits for what the server of the lists can do."""

MOST_REQUEST_BYTES = 1_048_576
"""The size of the largest request over HTTP, in bytes."""

MOST_CONNECTIONS = 100
"""The maximum number of connections over HTTP; more are answered with 503."""

LEAST_TOKEN_CHARACTERS = 20
"""The length in characters of the shortest token that agents may be asked for: that of an access file."""
