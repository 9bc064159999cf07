import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['libs/*', 'protos', 'deploy/local', 'services/*', 'test'],
    passWithNoTests: true,
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
