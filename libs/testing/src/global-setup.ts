import { basename } from 'node:path'
import type { TestProject } from 'vitest/node'
import { servePlatform, type PlatformServer } from './platform-server.ts'

/** Projects of one run share one platform: the first to be set up makes it, the last to be torn down ends it. */
type Sharing = { users: number; server: Promise<PlatformServer> | null }
const key = Symbol.for('wp.testing.platform')
const holder = globalThis as { [key]?: Sharing }

/** A run of one service's tests needs that service and those that every signup needs; a whole run needs all. */
const servicesFor = (project: TestProject): string[] | undefined => {
  const isWholeRun = project.vitest.config.root !== project.config.root
  const { wpServices } = project.getProvidedContext() as { wpServices?: string[] }
  if (isWholeRun || !wpServices) return undefined
  return [...new Set(['identity', 'admin-billing', basename(project.config.root), ...wpServices, 'gateway'])]
}

const onSignal = async (server: PlatformServer) => {
  await server.close()
  process.exit(1)
}

/** Makes the platform available to the tests of a project; see `platform()`. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const sharing = (holder[key] ??= { users: 0, server: null })
  sharing.users += 1
  if (!sharing.server) {
    sharing.server = servePlatform(servicesFor(project))
    const server = await sharing.server
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void onSignal(server))
  }
  const server = await sharing.server
  project.provide('wpPlatformServer', server.url)
  return async () => {
    sharing.users -= 1
    if (sharing.users > 0) return
    sharing.server = null
    await server.close()
  }
}
