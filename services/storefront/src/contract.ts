import { StoreChanged } from './events.ts'
import { storeRoutes } from './store/store.contract.ts'

export * from './events.ts'
export * from './store/store.contract.ts'

export const routes = [...storeRoutes]
export const events = [StoreChanged]
