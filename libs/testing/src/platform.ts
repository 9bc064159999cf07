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

/** The running platform, with its addresses and an administrator's credentials. */
export type TestPlatform = Omit<Platform, 'stop' | 'kill'> & { admin: { email: string; password: string } }

let known: TestPlatform | null = null

/**
 * Waits for this run's platform; the first call starts it. `WP_TEST_PLATFORM` is the path of a file that describes a
 * platform that is already running.
 */
export const connectPlatform = async (): Promise<TestPlatform> => {
  if (known) return known
  const file = process.env['WP_TEST_PLATFORM']
  if (file) return (known = JSON.parse(readFileSync(file, 'utf8')) as TestPlatform)
  const reply = await fetch(inject('wpPlatformServer'))
  const text = await reply.text()
  if (!reply.ok) throw new Error(`The test platform did not start. ${text}`)
  return (known = JSON.parse(text) as TestPlatform)
}

/** Returns the gRPC address of a running service. */
export const rpcOf = (service: string): string => {
  const address = platform().services[service]?.[0]?.rpc
  if (!address) throw new Error(`${service} is not running or does not serve gRPC`)
  return address
}

/** Returns settings that contain the running platform's gRPC addresses. */
export const peerSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(platform().services).map(([name, instances]) => [
      `${name.toUpperCase().replaceAll('-', '_')}_RPC`,
      instances.map(({ rpc }) => rpc).join(','),
    ]),
  )

/** Returns the running platform. Only for tests in a `test/` folder, where the setup has waited for it. */
export const platform = (): TestPlatform => {
  if (!known)
    throw new Error('platform() only works in tests in a test/ folder; elsewhere, use connectPlatform().')
  return known
}
