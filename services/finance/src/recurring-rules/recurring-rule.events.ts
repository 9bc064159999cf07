import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { RecurringExpenseRule } from './recurring-rule.contract.ts'
import type { StoredRule } from './recurring-rule.store.ts'
import { toRule } from './recurring-rule.view.ts'

export const RecurringRuleChanged = defineEvent({
  type: 'wp.finance.recurring-rule.changed.v1',
  summary: 'A recurring expense rule was created, updated, paused or resumed',
  data: z.object({ rule: RecurringExpenseRule }),
})

export const RecurringRuleRemoved = defineEvent({
  type: 'wp.finance.recurring-rule.removed.v1',
  summary: 'A recurring expense rule and its pending occurrences were deleted',
  data: z.object({ ruleId: IdString }),
})

export const publishRuleChanged = (tx: Tx, stored: StoredRule): void =>
  tx.publish(RecurringRuleChanged, {
    workspaceId: stored.workspaceId,
    data: { rule: toRule(stored) },
    aggregate: `rule:${stored.id}`,
  })

export const publishRuleRemoved = (tx: Tx, { id, workspaceId }: StoredRule): void =>
  tx.publish(RecurringRuleRemoved, { workspaceId, data: { ruleId: id }, aggregate: `rule:${id}` })
