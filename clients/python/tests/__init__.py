"""Tests of the client: `python3 -m unittest` in the folder above. Those at a real service need its address and key."""
