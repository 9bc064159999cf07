import { repositoryRoot } from '@wp/local-platform'
import { platformTests } from '@wp/testing/vitest'
import { faultTests } from '@wp/tools/fault-tests'
import { defineConfig, mergeConfig } from 'vitest/config'

/** Runs the fault tests of the whole repository with small counts. */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({ test: { dir: repositoryRoot, include: faultTests } }),
)
