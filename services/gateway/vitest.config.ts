import { defineConfig } from 'vitest/config'

// The gateway is tested with small test services; the root folder test/ tests the whole platform.
export default defineConfig({ test: { testTimeout: 20_000, hookTimeout: 30_000 } })
