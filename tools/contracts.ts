import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventsOf, type EventDefinition } from '@wp/bus'
import { routesOf, type Route } from '@wp/http'
import { root } from './root.ts'

export type ServiceContract = { service: string; routes: Route[]; events: EventDefinition[] }

/** What every service declares in its contract: the routes it answers, the events it publishes. */
export const contracts = async (): Promise<ServiceContract[]> => {
  const services = readdirSync(join(root, 'services')).toSorted()
  const declared = services.filter((name) => existsSync(join(root, 'services', name, 'src/contract.ts')))
  return Promise.all(
    declared.map(async (service) => {
      const contract = (await import(`@wp/${service}/contract`)) as object
      const events = eventsOf(contract).filter(({ type }) => type.startsWith(`wp.${service}.`))
      return { service, routes: routesOf(contract), events }
    }),
  )
}

/** Every route of the platform, each with the service that answers it. */
export const allRoutes = async (): Promise<{ service: string; route: Route }[]> =>
  (await contracts()).flatMap(({ service, routes }) => routes.map((route) => ({ service, route })))
