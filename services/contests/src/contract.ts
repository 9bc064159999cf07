import { ContestCreated } from './events.ts'
import { contestRoutes } from './contests/contest.contract.ts'

export * from './events.ts'
export * from './contests/contest.contract.ts'

export const routes = [...contestRoutes]
export const events = [ContestCreated]
