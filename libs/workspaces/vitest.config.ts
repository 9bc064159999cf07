import { defineConfig } from 'vitest/config'

// The tests use real servers, which can be slow on busy machines; these timeouts only stop tests that hang.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
