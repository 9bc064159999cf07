import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Flag } from './evaluation.contract.ts'
import { LabTest, LabTestItem } from './lab-test.contract.ts'
import type { ChangedResult } from './lab-test-result.rules.ts'
import type { StoredItem, StoredLabTest } from './lab-test.types.ts'
import { toLabTest, toLabTestItem } from './lab-test.view.ts'

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

export const LabTestPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_test',
  field: 'test',
  verbs: ['created', 'updated', 'completed', 'cancelled'],
  permission: 'labs.view',
  record: LabTest,
})

export const LabResultPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_result',
  field: 'item',
  verbs: ['entered', 'amended'],
  permission: 'labs.view',
  record: LabTestItem.extend({ testId: IdString }),
})

/** Publishes a test. */
export const publishLabTestChanged = (
  tx: Tx,
  verb: 'created' | 'updated' | 'completed' | 'cancelled',
  stored: StoredLabTest,
): void => publishPublicEvent(tx, LabTestPublished, verb, stored.workspaceId, toLabTest(stored))

/** Publishes the results that were entered or amended, and those that became critical. */
export const publishLabResults = (
  tx: Tx,
  { workspaceId, id: testId }: StoredLabTest,
  changed: readonly ChangedResult[],
  critical: readonly StoredItem[],
): void => {
  for (const { verb, item } of changed)
    publishPublicEvent(tx, LabResultPublished, verb, workspaceId, { ...toLabTestItem(item), testId })
  for (const { id: itemId, testName, resultValueNumeric, flag } of critical)
    tx.publish(ResultCritical, {
      workspaceId,
      data: { testId, itemId, testName, resultValueNumeric: resultValueNumeric!, flag },
      aggregate: `lab-test:${testId}`,
    })
}
