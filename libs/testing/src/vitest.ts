import { defineConfig, type ViteUserConfig } from 'vitest/config'

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
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // Long enough for busy machines; timing tests set their own limits.
      expect: { poll: { timeout: 20_000 } },
      passWithNoTests: true,
      teardownTimeout: 60_000,
    },
  })
