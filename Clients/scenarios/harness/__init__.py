"""What the scenarios of the client libraries are run with."""
