/** The pos routes and events that other services import. */
export * from './invoices/invoice-line.contract.ts'
export * from './invoices/invoice-payment.contract.ts'
export * from './invoices/invoice.contract.ts'
export * from './receipts/receipt.contract.ts'
export * from './taxes/tax.contract.ts'
export * from './till-sessions/till-session.contract.ts'
export {
  AuditRecorded,
  CustomerMessageRequested,
  InvoiceChanged,
  InvoiceFinalized,
  InvoicePublished,
  InvoiceRefunded,
  InvoiceVoided,
} from './invoices/invoice.events.ts'
export { TillSessionPublished } from './till-sessions/till-session.events.ts'
