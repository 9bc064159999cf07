import { platformTests } from '@wp/testing/vitest'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'

/** What is in `full` needs more tools; `npm run wp -- test full` runs it. */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({ test: { exclude: [...configDefaults.exclude, 'full/**'] } }),
)
