import { defineConfig } from 'vitest/config'

// The tests start processes, a database and NATS, which is slow on busy machines.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } })
