import { defineConfig } from 'vitest/config'

// Tests start their own databases and processes, possibly on a busy machine.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } })
