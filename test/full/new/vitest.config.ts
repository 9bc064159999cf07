import { defineConfig } from 'vitest/config'

/** Tests `npm run wp -- new service`, `new resource` and `remove service` in a copy of the repository. */
export default defineConfig({ test: { hookTimeout: 120_000 } })
