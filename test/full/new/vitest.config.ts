import { defineConfig } from 'vitest/config'

/** What `npm run wp -- new service` and `npm run wp -- new resource` make, in a copy of the repository. */
export default defineConfig({ test: { hookTimeout: 120_000 } })
