import { readFileSync } from 'node:fs'
import type { Platform } from '@wp/local-platform'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    wpPlatformServer: string
    wpServices: string[]
    wpApart: boolean
  }
}

/** The running platform, as tests see it: its addresses, and an administrator's login. */
export type TestPlatform = Omit<Platform, 'stop' | 'kill'> & { admin: { email: string; password: string } }

let known: TestPlatform | null = null

/** Waits for the platform of this run; the first call of a run starts it. `WP_TEST_PLATFORM` names one that runs already. */
export const connectPlatform = async (): Promise<TestPlatform> => {
  if (known) return known
  const file = process.env['WP_TEST_PLATFORM']
  if (file) return (known = JSON.parse(readFileSync(file, 'utf8')) as TestPlatform)
  const reply = await fetch(inject('wpPlatformServer'))
  const text = await reply.text()
  if (!reply.ok) throw new Error(`The platform for the tests did not start. ${text}`)
  return (known = JSON.parse(text) as TestPlatform)
}

/** The gRPC address of a service of the running platform. */
export const rpcOf = (service: string): string => {
  const address = platform().services[service]?.[0]?.rpc
  if (!address) throw new Error(`${service} does not run in this platform, or answers no gRPC`)
  return address
}

/** The settings by which a service finds those of the running platform. */
export const peerSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(platform().services).map(([name, instances]) => [
      `${name.toUpperCase().replaceAll('-', '_')}_RPC`,
      instances.map(({ rpc }) => rpc).join(','),
    ]),
  )

/** The running platform. Only for tests in a `test/` folder: the set-up has waited for it there. */
export const platform = (): TestPlatform => {
  if (!known)
    throw new Error(
      'platform() works in tests of a test/ folder only; connectPlatform() waits for it elsewhere.',
    )
  return known
}
