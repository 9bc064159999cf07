import { timeLimits } from '@wp/testing/vitest'
import { defineConfig } from 'vitest/config'

/** The tests start a separate platform, because they break it. */
export default defineConfig({ test: { ...timeLimits, hookTimeout: 900_000 } })
