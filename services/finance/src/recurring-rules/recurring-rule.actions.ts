import { addDays, toMinor } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { publishOccurrenceChanged } from '../occurrences/occurrence.events.ts'
import type { NewRule, RuleChanges } from './recurring-rule.contract.ts'
import { publishRuleChanged, publishRuleRemoved } from './recurring-rule.events.ts'
import { checkPeriod, checkStart, dueDates, nextDueDate, toChangedRule } from './recurring-rule.rules.ts'
import type { StoredRule } from './recurring-rule.store.ts'

type RuleDeps = Pick<FinanceDeps, 'db' | 'rules' | 'occurrences' | 'clock'>

/** Creates a rule and the occurrences that are already due. */
export const createRule = async (
  deps: RuleDeps,
  workspaceId: Id,
  { amount, ...fields }: NewRule & { currencyCode: string },
): Promise<StoredRule> => {
  checkPeriod(fields)
  checkStart(fields.startDate, deps.clock.today())
  const amountMinor = toMinor(amount, fields.currencyCode)
  const first = nextDueDate(fields, fields.startDate)
  return deps.db.transaction(async (tx) => {
    const rule = { ...fields, amountMinor, status: 'active' as const, nextDueDate: first }
    const made = await createDue(deps, tx, await deps.rules.insert(workspaceId, rule))
    publishRuleChanged(tx, made)
    return made
  })
}

/** Creates the old rule's due occurrences first; the changed rule applies from tomorrow. */
export const updateRule = (
  deps: RuleDeps,
  workspaceId: Id,
  ruleId: Id,
  changes: RuleChanges,
): Promise<StoredRule> =>
  changeRule(deps, workspaceId, ruleId, (rule) => fromTomorrow(deps, toChangedRule(rule, changes)))

export const pauseRule = (deps: RuleDeps, workspaceId: Id, ruleId: Id): Promise<StoredRule> =>
  changeRule(deps, workspaceId, ruleId, (rule) =>
    rule.status === 'paused' ? rule : { ...rule, status: 'paused', nextDueDate: null },
  )

export const resumeRule = (deps: RuleDeps, workspaceId: Id, ruleId: Id): Promise<StoredRule> =>
  changeRule(deps, workspaceId, ruleId, (rule) =>
    rule.status === 'active' ? rule : fromTomorrow(deps, { ...rule, status: 'active' }),
  )

export const deleteRule = (
  { db, rules, occurrences }: RuleDeps,
  workspaceId: Id,
  ruleId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    publishRuleRemoved(tx, await rules.remove(workspaceId, ruleId))
    await occurrences.removePending(workspaceId, ruleId)
  })

const datesAtOnce = 200

/**
 * Creates all due occurrences across workspaces. Each step is a transaction that also advances the rule, so several
 * schedulers can run concurrently and stop at any time.
 */
export const createDueOccurrences = (deps: RuleDeps, context: JobContext): Promise<void> =>
  forEachRecord(context, deps.rules.iterateDue(deps.clock.today()), ({ workspaceId, id }) =>
    catchUp(deps, workspaceId, id, context.signal),
  )

const catchUp = async (deps: RuleDeps, workspaceId: Id, ruleId: Id, signal: AbortSignal): Promise<void> => {
  for (let isDone = false; !isDone && !signal.aborted;)
    isDone = await deps.db.transaction(async (tx) => {
      const rule = await deps.rules.find(workspaceId, ruleId)
      if (!rule || !isDue(rule, deps.clock.today())) return true
      return !isDue(await createDue(deps, tx, rule, datesAtOnce), deps.clock.today())
    })
}

const isDue = (rule: StoredRule, today: CalendarDate): boolean =>
  rule.nextDueDate !== null && rule.nextDueDate <= today

const changeRule = (
  deps: RuleDeps,
  workspaceId: Id,
  ruleId: Id,
  toChanged: (rule: StoredRule) => StoredRule,
): Promise<StoredRule> =>
  deps.db.transaction(async (tx) => {
    const rule = await createDue(deps, tx, await deps.rules.get(workspaceId, ruleId))
    const changed = toChanged(rule)
    if (changed === rule) return rule
    const updated = await deps.rules.update(changed)
    publishRuleChanged(tx, updated)
    return updated
  })

const fromTomorrow = ({ clock }: RuleDeps, rule: StoredRule): StoredRule => ({
  ...rule,
  nextDueDate: rule.status === 'active' ? nextDueDate(rule, addDays(clock.today(), 1)) : null,
})

/** Creates up to `limit` due occurrences, advances the rule and returns it. */
const createDue = async (
  { rules, occurrences, clock }: RuleDeps,
  tx: Tx,
  rule: StoredRule,
  limit?: number,
): Promise<StoredRule> => {
  const today = clock.today()
  if (rule.nextDueDate === null || !isDue(rule, today)) return rule
  const dates = dueDates(rule, rule.nextDueDate, today, limit)
  // Updates the rule first, so that a concurrent transaction waits or retries here and then finds nothing due.
  const moved = await rules.setNextDueDate(rule, nextDueDate(rule, addDays(dates.at(-1)!, 1)))
  for (const made of await occurrences.insertDue(rule, dates)) publishOccurrenceChanged(tx, made)
  return moved
}
