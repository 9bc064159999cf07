import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Flag } from './evaluation.contract.ts'
import { TestState } from './lab-test.contract.ts'
import { toNewlyCritical } from './lab-test.rules.ts'
import type { StoredItem, StoredTest } from './lab-test.store.ts'
import { toTestState } from './lab-test.view.ts'

export const TestChanged = defineEvent({
  type: 'wp.labs.test.changed.v1',
  summary: 'A lab test was ordered, changed, completed, cancelled or billed, or a result was entered',
  data: z.object({ test: TestState }),
})

export const ResultCritical = defineEvent({
  type: 'wp.labs.result.critical.v1',
  summary: 'A result lies beyond the critical bounds of its range: somebody should know at once',
  data: z.object({
    testId: IdString,
    itemId: IdString,
    testName: z.string(),
    resultValueNumeric: z.number(),
    flag: Flag.nullable(),
  }),
  subjectByWorkspace: true,
})

/** Tells of the test, and of results that have become critical since `before`. */
export const publishTestChanged = (tx: Tx, stored: StoredTest, before: readonly StoredItem[] = []): void => {
  const { workspaceId, id: testId } = stored
  const aggregate = `lab-test:${testId}`
  tx.publish(TestChanged, { workspaceId, data: { test: toTestState(stored) }, aggregate })
  for (const { id: itemId, testName, resultValueNumeric, flag } of toNewlyCritical(before, stored.items))
    tx.publish(ResultCritical, {
      workspaceId,
      data: { testId, itemId, testName, resultValueNumeric: resultValueNumeric!, flag },
      aggregate,
    })
}
