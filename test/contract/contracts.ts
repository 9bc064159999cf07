import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EventDefinition } from '@wp/bus'
import type { Route } from '@wp/http'
import { repositoryRoot } from '@wp/local'
import { routesOf } from '@wp/testing'

export type ServiceContract = { service: string; routes: Route[]; events: EventDefinition[] }

const isEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  String((value as { type?: unknown }).type).startsWith('wp.')

/** What every service declares in its contract: the routes it answers, the events it publishes. */
export const contracts = async (): Promise<ServiceContract[]> => {
  const services = readdirSync(join(repositoryRoot, 'services')).toSorted()
  const declared = services.filter((name) =>
    existsSync(join(repositoryRoot, 'services', name, 'src/contract.ts')),
  )
  return Promise.all(
    declared.map(async (service) => {
      const exported = Object.values((await import(`@wp/${service}/contract`)) as object).flat() as unknown[]
      const events = new Set(exported.filter(isEvent).filter(({ type }) => type.split('.')[1] === service))
      return { service, routes: [...new Set(routesOf(exported as Route[]))], events: [...events] }
    }),
  )
}

/** Every route of the platform, each with the service that answers it. */
export const allRoutes = async (): Promise<{ service: string; route: Route }[]> =>
  (await contracts()).flatMap(({ service, routes }) => routes.map((route) => ({ service, route })))
