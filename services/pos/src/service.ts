import { schedulingService, storefrontService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { posConfig } from './config.ts'
import { onOrderSettled } from './consumers/on-order-settled.ts'
import * as contract from './contract.ts'
import type { PosDeps } from './deps.ts'
import { invoiceLineHandlers } from './invoices/invoice-line.handlers.ts'
import { invoicePaymentHandlers } from './invoices/invoice-payment.handlers.ts'
import { backfillTaxEntries } from './invoices/invoice-tax.actions.ts'
import { invoiceHandlers } from './invoices/invoice.handlers.ts'
import { invoiceCollection, invoiceNumberCollection, invoiceStore } from './invoices/invoice.store.ts'
import { completeStockStepsJob } from './jobs/complete-stock-steps.ts'
import { receiptHandlers } from './receipts/receipt.handlers.ts'
import { posRpc } from './rpc/pos.rpc.ts'
import { taxHandlers } from './taxes/tax.handlers.ts'
import { taxEntryCollection, taxEntryStore } from './taxes/tax.store.ts'
import { tillSessionHandlers } from './till-sessions/till-session.handlers.ts'
import { tillSessionCollection, tillSessionStore } from './till-sessions/till-session.store.ts'

export const pos = defineService('pos', {
  declaration,
  contract,
  config: posConfig,
  database: {
    collections: [
      workspaceCopiesCollection,
      tillSessionCollection,
      invoiceCollection,
      invoiceNumberCollection,
      taxEntryCollection,
    ],
    migrations: [backfillTaxEntries],
  },
  open: (context) => {
    const { db, clock, logger, rpc } = context
    const workspaces = openWorkspaceCopies(context)
    const deps: PosDeps = {
      db,
      clock,
      logger,
      workspaces,
      people: rpc(schedulingService),
      stock: rpc(storefrontService),
      tillSessions: tillSessionStore(db),
      invoices: invoiceStore(db),
      taxEntries: taxEntryStore(db),
    }
    return {
      workspaces,
      routes: [
        tillSessionHandlers(deps),
        invoiceHandlers(deps),
        invoiceLineHandlers(deps),
        invoicePaymentHandlers(deps),
        receiptHandlers(deps),
        taxHandlers(deps),
      ],
      rpc: posRpc(deps),
      consumers: [...workspaces.consumers, onOrderSettled(deps)],
      jobs: [completeStockStepsJob(deps)],
    }
  },
})
