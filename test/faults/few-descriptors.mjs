import { execFileSync } from 'node:child_process'

// Loaded before a service (node --import): the process may have only 160 files and connections open.
execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=160:160'])
