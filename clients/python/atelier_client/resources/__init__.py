"""The parts of a client, one file for each: its calls, and a class for each kind of client."""
