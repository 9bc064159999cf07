import { platformTests } from '@wp/testing/vitest'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'

/** Excludes `test/full`, whose tests need additional tools; `npm run wp -- test full` runs them. */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({ test: { exclude: [...configDefaults.exclude, 'full/**'] } }),
)
