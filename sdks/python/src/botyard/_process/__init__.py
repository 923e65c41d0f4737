"""Access to environment variables, streams, files, clock and exit, for all other modules.

The other modules pass complete documents as bytes.
"""
