import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
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

export const RecurringRulePublished = definePublicEvent({
  service: 'finance',
  resource: 'recurring_expense_rule',
  field: 'rule',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: RecurringExpenseRule,
})

export const publishRuleChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredRule): void => {
  const { workspaceId, id } = stored
  const rule = toRule(stored)
  tx.publish(RecurringRuleChanged, { workspaceId, data: { rule }, aggregate: `rule:${id}` })
  publishPublicEvent(tx, RecurringRulePublished, verb, workspaceId, rule)
}

export const publishRuleRemoved = (tx: Tx, stored: StoredRule): void => {
  const { workspaceId, id } = stored
  tx.publish(RecurringRuleRemoved, { workspaceId, data: { ruleId: id }, aggregate: `rule:${id}` })
  publishPublicEvent(tx, RecurringRulePublished, 'removed', workspaceId, toRule(stored))
}
