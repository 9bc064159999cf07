import { defineConfig } from 'vitest/config'

/** For `npm run wp -- test helm`: runs the chart tests without starting a platform. */
export default defineConfig({ test: { testTimeout: 300_000, hookTimeout: 300_000 } })
