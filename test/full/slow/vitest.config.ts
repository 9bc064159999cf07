import { repositoryRoot } from '@wp/local-platform'
import { platformTests } from '@wp/testing/vitest'
import { slowTests } from '@wp/tools/slow-tests'
import { defineConfig, mergeConfig } from 'vitest/config'

export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({ test: { dir: repositoryRoot, include: slowTests } }),
)
