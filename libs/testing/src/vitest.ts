import { defineConfig, type ViteUserConfig } from 'vitest/config'

const here = (file: string) => new URL(file, import.meta.url).pathname

/**
 * vitest's configuration for a service, or for tests of the whole platform. Run alone, only this service, identity,
 * admin-billing and the gateway are started, and those named in `needs`; `needs: 'all'` starts every service. With
 * `isApart` each has a process of its own, as in production, for tests that end one.
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
      testTimeout: 20_000,
      hookTimeout: 30_000,
      // What is waited for comes at once, but not on a machine that has much else to do; a promise about time says its own.
      expect: { poll: { timeout: 10_000 } },
      passWithNoTests: true,
      teardownTimeout: 60_000,
    },
  })
