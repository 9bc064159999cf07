import { defineConfig } from 'vitest/config'

/** Tests `npm run wp -- new service` and `new resource` in a copy of the repository. */
export default defineConfig({ test: { hookTimeout: 120_000 } })
