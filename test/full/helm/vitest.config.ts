import { defineConfig } from 'vitest/config'

/** For `npm run wp -- test helm`: the charts alone, without a platform. */
export default defineConfig({ test: { testTimeout: 300_000, hookTimeout: 300_000 } })
