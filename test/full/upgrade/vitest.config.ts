import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { testTimeout: 900_000, hookTimeout: 900_000 } })
