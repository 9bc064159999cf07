import { basename } from 'node:path'
import type { TestProject } from 'vitest/node'
import { servePlatform, type PlatformChoice, type PlatformServer } from './platform-server.ts'

/** A service's tests need that service and the services used by signup; a full run needs all services. */
const choiceFor = (project: TestProject): PlatformChoice => {
  const { wpServices, wpApart: isApart } = project.getProvidedContext() as {
    wpServices?: string[]
    wpApart?: boolean
  }
  if (!wpServices) return { isApart }
  const own = basename(project.config.root)
  return { isApart, services: [...new Set(['identity', 'admin-billing', own, ...wpServices, 'gateway'])] }
}

const onSignal = async (server: PlatformServer) => {
  await server.close()
  process.exit(1)
}

/** Provides the platform to tests; see `platform()`. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await servePlatform(choiceFor(project))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void onSignal(server))
  project.provide('wpPlatformServer', server.url)
  return () => server.close()
}
