#!/usr/bin/env node
// The acceptance suite: see README.md.
import { main } from './lib/runner.mjs';

process.exitCode = await main(import.meta.dirname);
