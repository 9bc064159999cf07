import { addDays, toMinor } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { FinanceDeps } from '../deps.ts'
import { dayIn } from '../entries/workspace-day.actions.ts'
import { publishOccurrenceChanged } from '../occurrences/occurrence.events.ts'
import type { NewRule, RuleChanges } from './recurring-rule.contract.ts'
import { publishRuleChanged, publishRuleRemoved } from './recurring-rule.events.ts'
import { checkPeriod, checkStart, dueDates, nextDueDate, toChangedRule } from './recurring-rule.rules.ts'
import type { StoredRule } from './recurring-rule.store.ts'

type RuleDeps = Pick<FinanceDeps, 'db' | 'rules' | 'occurrences' | 'clock' | 'workspaces'>

/** Returns the current day of the workspace. Occurrences are due at its beginning. */
const todayIn = ({ workspaces, clock }: RuleDeps, workspaceId: Id): Promise<CalendarDate> =>
  dayIn(workspaces, workspaceId, clock.now())

/** Creates a rule and the occurrences that are already due. */
export const createRule = async (
  deps: RuleDeps,
  workspaceId: Id,
  { amount, ...fields }: NewRule & { currencyCode: string },
): Promise<StoredRule> => {
  checkPeriod(fields)
  const today = await todayIn(deps, workspaceId)
  checkStart(fields.startDate, today)
  const amountMinor = toMinor(amount, fields.currencyCode)
  const first = nextDueDate(fields, fields.startDate)
  return deps.db.transaction(async (tx) => {
    const rule = { ...fields, amountMinor, status: 'active' as const, nextDueDate: first }
    const made = await createDue(deps, tx, await deps.rules.insert(workspaceId, rule), today)
    publishRuleChanged(tx, 'created', made)
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
  changeRule(deps, workspaceId, ruleId, (rule, today) => fromTomorrow(toChangedRule(rule, changes), today))

export const pauseRule = (deps: RuleDeps, workspaceId: Id, ruleId: Id): Promise<StoredRule> =>
  changeRule(deps, workspaceId, ruleId, (rule) =>
    rule.status === 'paused' ? rule : { ...rule, status: 'paused', nextDueDate: null },
  )

export const resumeRule = (deps: RuleDeps, workspaceId: Id, ruleId: Id): Promise<StoredRule> =>
  changeRule(deps, workspaceId, ruleId, (rule, today) =>
    rule.status === 'active' ? rule : fromTomorrow({ ...rule, status: 'active' }, today),
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
 * schedulers can run concurrently and stop at any time. `latest` limits the rules that are read: a rule due later in
 * UTC can be due already in a time zone ahead of it.
 */
export const createDueOccurrences = (
  deps: RuleDeps,
  context: JobContext,
  latest: CalendarDate = addDays(deps.clock.today(), 1),
): Promise<void> =>
  forEachRecord(context, deps.rules.iterateDue(latest), async ({ workspaceId, id, nextDueDate: date }) => {
    const today = await todayIn(deps, workspaceId)
    if (date !== null && date <= today) await catchUp(deps, workspaceId, id, today, context.signal)
  })

const catchUp = async (
  deps: RuleDeps,
  workspaceId: Id,
  ruleId: Id,
  today: CalendarDate,
  signal: AbortSignal,
): Promise<void> => {
  for (let isDone = false; !isDone && !signal.aborted;)
    isDone = await deps.db.transaction(async (tx) => {
      const rule = await deps.rules.find(workspaceId, ruleId)
      if (!rule || !isDue(rule, today)) return true
      return !isDue(await createDue(deps, tx, rule, today, datesAtOnce), today)
    })
}

const isDue = (rule: StoredRule, today: CalendarDate): boolean =>
  rule.nextDueDate !== null && rule.nextDueDate <= today

const changeRule = (
  deps: RuleDeps,
  workspaceId: Id,
  ruleId: Id,
  toChanged: (rule: StoredRule, today: CalendarDate) => StoredRule,
): Promise<StoredRule> =>
  deps.db.transaction(async (tx) => {
    const today = await todayIn(deps, workspaceId)
    const rule = await createDue(deps, tx, await deps.rules.get(workspaceId, ruleId), today)
    const changed = toChanged(rule, today)
    if (changed === rule) return rule
    const updated = await deps.rules.update(changed)
    publishRuleChanged(tx, 'updated', updated)
    return updated
  })

const fromTomorrow = (rule: StoredRule, today: CalendarDate): StoredRule => ({
  ...rule,
  nextDueDate: rule.status === 'active' ? nextDueDate(rule, addDays(today, 1)) : null,
})

/** Creates up to `limit` due occurrences, advances the rule and returns it. */
const createDue = async (
  { rules, occurrences }: RuleDeps,
  tx: Tx,
  rule: StoredRule,
  today: CalendarDate,
  limit?: number,
): Promise<StoredRule> => {
  if (rule.nextDueDate === null || !isDue(rule, today)) return rule
  const dates = dueDates(rule, rule.nextDueDate, today, limit)
  // Updates the rule first, so that a concurrent transaction waits or retries here and then finds nothing due.
  const moved = await rules.setNextDueDate(rule, nextDueDate(rule, addDays(dates.at(-1)!, 1)))
  for (const made of await occurrences.insertDue(rule, dates)) publishOccurrenceChanged(tx, 'created', made)
  return moved
}
