import { defineConfig } from 'vitest/config'

// Processes, a database and NATS are started: on a busy machine that takes a while.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } })
