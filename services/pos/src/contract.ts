import { InvoiceChanged, InvoiceFinalized, TillSessionOpened } from './events.ts'
import { tillSessionRoutes } from './till-sessions/till-session.contract.ts'

export * from './events.ts'
export * from './till-sessions/till-session.contract.ts'

export const routes = [...tillSessionRoutes]
export const events = [TillSessionOpened, InvoiceChanged, InvoiceFinalized]
