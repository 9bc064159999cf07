import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventsOf, type EventDefinition } from '@wp/bus'
import type { Route } from '@wp/http'
import { repositoryRoot } from '@wp/local'
import { routesOf } from '@wp/testing'

export type ServiceContract = { service: string; routes: Route[]; events: EventDefinition[] }

/** What every service declares in its contract: the routes it answers, the events it publishes. */
export const contracts = async (): Promise<ServiceContract[]> => {
  const services = readdirSync(join(repositoryRoot, 'services')).toSorted()
  const declared = services.filter((name) =>
    existsSync(join(repositoryRoot, 'services', name, 'src/contract.ts')),
  )
  return Promise.all(
    declared.map(async (service) => {
      const exported = Object.values((await import(`@wp/${service}/contract`)) as object).flat() as unknown[]
      const events = eventsOf(exported).filter(({ type }) => type.startsWith(`wp.${service}.`))
      return { service, routes: [...new Set(routesOf(exported as Route[]))], events }
    }),
  )
}

/** Every route of the platform, each with the service that answers it. */
export const allRoutes = async (): Promise<{ service: string; route: Route }[]> =>
  (await contracts()).flatMap(({ service, routes }) => routes.map((route) => ({ service, route })))
