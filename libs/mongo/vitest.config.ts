import { defineConfig } from 'vitest/config'

// The tests use real servers on busy machines: these timeouts only stop tests that hang.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
