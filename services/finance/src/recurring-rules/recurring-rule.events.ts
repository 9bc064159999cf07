import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { RecurringExpenseRule } from './recurring-rule.contract.ts'
import type { StoredRule } from './recurring-rule.store.ts'
import { toRule } from './recurring-rule.view.ts'

export const RecurringRulePublished = definePublicEvent({
  service: 'finance',
  resource: 'recurring_expense_rule',
  field: 'rule',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: RecurringExpenseRule,
})

export const publishRuleChanged = (tx: Tx, verb: 'created' | 'updated', stored: StoredRule): void =>
  publishPublicEvent(tx, RecurringRulePublished, verb, stored.workspaceId, toRule(stored))

export const publishRuleRemoved = (tx: Tx, stored: StoredRule): void =>
  publishPublicEvent(tx, RecurringRulePublished, 'removed', stored.workspaceId, toRule(stored))
