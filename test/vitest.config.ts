import { platformTests } from '@wp/testing/vitest'
import { defineConfig, mergeConfig } from 'vitest/config'

/** What is in `full` needs tools of its own (`npm run test:full`). */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({ test: { exclude: ['**/node_modules/**', 'full/**'] } }),
)
