import { clientRoutes } from './clients/client.contract.ts'
import { ClientChanged, ClientRemoved } from './events.ts'

/** What others may import of scheduling: its routes and its events. */
export * from './clients/client.contract.ts'
export * from './events.ts'

export const routes = [...clientRoutes]
export const events = [ClientChanged, ClientRemoved]
