import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventsOf, type EventDefinition } from '@wp/bus'
import { routesOf, type Route } from '@wp/http'

export type ServiceContract = {
  service: string
  routes: Route[]
  events: EventDefinition[]
  /** Everything that the contract exports. */
  exported: object
}

const services = join(import.meta.dirname, '../..')

/** Returns the routes and events that each service declares in its contract. */
export const contracts = async (): Promise<ServiceContract[]> => {
  const declared = readdirSync(services)
    .filter((name) => existsSync(join(services, name, 'src/contract.ts')))
    .toSorted()
  return Promise.all(
    declared.map(async (service) => {
      const contract = (await import(`@wp/${service}/contract`)) as object
      const events = eventsOf(contract).filter(({ type }) => type.startsWith(`wp.${service}.`))
      return { service, routes: routesOf(contract), events, exported: contract }
    }),
  )
}

/** Returns every platform route with the service that serves it. */
export const allRoutes = async (): Promise<{ service: string; route: Route }[]> =>
  (await contracts()).flatMap(({ service, routes }) => routes.map((route) => ({ service, route })))
