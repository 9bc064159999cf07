import { defineConsumer } from '@wp/bus'
import { InvoiceChanged } from '@wp/pos/contract'
import type { LabsDeps } from '../deps.ts'
import { publishLabTestChanged } from '../lab-tests/lab-test.events.ts'

/** Updates the invoice copy that is stored in a lab test. */
export const onInvoiceChanged = ({ labTests }: Pick<LabsDeps, 'labTests'>) =>
  defineConsumer({
    name: 'test-invoices',
    events: [InvoiceChanged],
    ignores: ({ data: { invoice } }) => invoice.reference?.type !== 'lab-test',
    handle: async ({ workspaceId, data: { invoice } }, tx) => {
      const { id, version, number, status, total, reference } = invoice
      if (!workspaceId || reference?.type !== 'lab-test') return
      const labTest = await labTests.setInvoiceIf(workspaceId, reference.id, {
        id,
        version,
        number,
        status,
        total,
      })
      if (labTest) publishLabTestChanged(tx, 'updated', labTest)
    },
    inBatches: true,
  })
