import { defineConfig } from 'vitest/config'

/** Builds projects outside the repository with the packed client. Packages come from the npm registry. */
export default defineConfig({ test: { testTimeout: 900_000, hookTimeout: 900_000 } })
