import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Flag } from './evaluation.contract.ts'
import { LabTestState } from './lab-test.contract.ts'
import type { StoredItem, StoredLabTest } from './lab-test.types.ts'
import { toLabTestState } from './lab-test.view.ts'

export const LabTestChanged = defineEvent({
  type: 'wp.labs.test.changed.v1',
  summary: 'A lab test was created, changed, completed, cancelled or billed, or a result was recorded',
  data: z.object({ test: LabTestState }),
})

export const ResultCritical = defineEvent({
  type: 'wp.labs.result.critical.v1',
  summary: "A result is outside its range's critical limits",
  data: z.object({
    testId: IdString,
    itemId: IdString,
    testName: z.string(),
    resultValueNumeric: z.number(),
    flag: Flag.nullable(),
  }),
  subjectByWorkspace: true,
})

/** Publishes the test and the results that became critical. */
export const publishLabTestChanged = (
  tx: Tx,
  stored: StoredLabTest,
  critical: readonly StoredItem[] = [],
): void => {
  const { workspaceId, id: testId } = stored
  const aggregate = `lab-test:${testId}`
  tx.publish(LabTestChanged, { workspaceId, data: { test: toLabTestState(stored) }, aggregate })
  for (const { id: itemId, testName, resultValueNumeric, flag } of critical)
    tx.publish(ResultCritical, {
      workspaceId,
      data: { testId, itemId, testName, resultValueNumeric: resultValueNumeric!, flag },
      aggregate,
    })
}
