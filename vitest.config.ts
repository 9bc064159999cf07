import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['libs/*', 'protos', 'deploy/local', 'services/*', 'test'],
    passWithNoTests: true,
    teardownTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
