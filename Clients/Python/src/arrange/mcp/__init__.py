"""``arrange-mcp``: the lists of a server as tools for agents, by the Model Context Protocol.

    pip install 'arrange-client[mcp]'
    arrange-mcp --help

It is a program; what it consists of is not for other programs.
"""
