import { defineConfig } from 'vitest/config'

// The gateway is tested against small services of its own; the whole platform is tested in the folder test/ of the root.
export default defineConfig({ test: { testTimeout: 20_000, hookTimeout: 30_000 } })
