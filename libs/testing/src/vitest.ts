import { defineConfig, type ViteUserConfig } from 'vitest/config'

/**
 * These limits only stop hanging tests, because a busy machine may stall a test for many seconds. Tests need
 * no other limits.
 */
export const timeLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/**
 * Returns the vitest configuration for a service or for the whole platform. Testing one service starts that service,
 * identity, admin-billing, the gateway and the services in `needs`; `needs: 'all'` starts every service. With
 * `isApart`, each has its own process, for tests that kill one.
 */
export const platformTests = ({
  needs = [],
  isApart = false,
}: { needs?: string[] | 'all'; isApart?: boolean } = {}): ViteUserConfig =>
  defineConfig({
    test: {
      globalSetup: [here('./global-setup.ts')],
      setupFiles: [here('./setup.ts')],
      provide: { wpApart: isApart, ...(needs !== 'all' && { wpServices: needs }) },
      ...timeLimits,
      // Node runs the sources itself; Vite's transformation would add getters to every use of an import.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      passWithNoTests: true,
      teardownTimeout: 60_000,
    },
  })
