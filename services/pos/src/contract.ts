/** What others may import of pos: its routes and its events. */
export * from './till-sessions/till-session.contract.ts'
export { InvoiceChanged, InvoiceFinalized } from './invoices/invoice.events.ts'
export { TillSessionOpened } from './till-sessions/till-session.events.ts'
