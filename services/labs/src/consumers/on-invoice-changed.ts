import { defineConsumer } from '@wp/bus'
import { InvoiceChanged } from '@wp/pos/contract'
import type { LabsDeps } from '../deps.ts'
import { publishTestChanged } from '../lab-tests/lab-test.events.ts'

/** The invoice of a test follows what the till does with it. */
export const onInvoiceChanged = ({ tests }: Pick<LabsDeps, 'tests'>) =>
  defineConsumer({
    name: 'test-invoices',
    events: [InvoiceChanged],
    handle: async ({ workspaceId, data: { invoice } }, tx) => {
      const { id, version, number, status, total, reference } = invoice
      if (!workspaceId || reference?.type !== 'lab-test') return
      const test = await tests.setInvoiceIf(workspaceId, reference.id, { id, version, number, status, total })
      if (test) publishTestChanged(tx, test, test.items)
    },
    inBatches: true,
  })
