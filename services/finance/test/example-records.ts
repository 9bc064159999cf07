import { pngForm, type TestWorkspace } from '@wp/testing'
import * as finance from '../src/contract.ts'

/** Creates the records that ids in the bodies of request examples name, by field. */
export const exampleRecords = {
  receipts: async (workspace: TestWorkspace) =>
    (await workspace.use(finance).createReceipt.raw({ body: pngForm() })).body.receipt.id,
}
