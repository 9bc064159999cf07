import { defineConfig } from 'vitest/config'

// Real servers on a busy machine: the limits are there to end a hang, not to measure.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
