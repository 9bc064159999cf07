import { defineConfig } from 'vitest/config'

// Tests start databases and processes of their own, on machines that may be busy.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } })
