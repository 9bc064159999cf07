import { addDays, newId, systemClock } from '@wp/kernel'
import { listEvents, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

const today = () => systemClock.today()
const hosting = () => ({
  title: 'Hosting',
  amount: 9.99,
  frequency: 'daily' as const,
  startDate: addDays(today(), -2),
  vendor: 'Cloud',
  category: 'it',
})

/** Creates a workspace with a daily rule that started two days ago. */
const newHosting = async () => {
  const workspace = await newWorkspace(contract)
  const { rule } = (await workspace.api.createRecurringExpenseRule(hosting())).body
  const { occurrences } = (await workspace.api.listRecurringExpenseOccurrences()).body
  return { ...workspace, rule, occurrences, params: { ruleId: rule.id } }
}

describe('/client/workspace/:workspaceId/recurring-expense-rules', () => {
  it('creates a rule with its due occurrences, then gets, updates, pauses, resumes and deletes it', async () => {
    const { api, rule, occurrences, params } = await newHosting()
    expect(rule).toMatchObject({ ...hosting(), currencyCode: 'USD', status: 'active', endDate: null })
    expect(occurrences.length).toBeGreaterThanOrEqual(3)
    expect(occurrences.at(-1)).toMatchObject({
      ruleId: rule.id,
      dueDate: rule.startDate,
      amount: 9.99,
      vendor: 'Cloud',
      status: 'pending',
      expenseId: null,
    })
    expect((await api.getRecurringExpenseRule({ params })).body.rule).toEqual(rule)
    expect((await api.listRecurringExpenseRules({ query: { status: 'active' } })).body.rules).toEqual([rule])
    expect(
      (await api.listRecurringExpenseRules({ query: { from: addDays(today(), 1) } })).body.rules,
    ).toEqual([])
    const changed = await api.updateRecurringExpenseRule({ params, body: { amount: 12, vendor: null } })
    expect(changed.body.rule).toMatchObject({ amount: 12, vendor: null, title: 'Hosting' })
    for (const status of [200, 200]) {
      const paused = await api.pauseRecurringExpenseRule({ params })
      expect(paused.status).toBe(status)
      expect(paused.body.rule.status).toBe('paused')
    }
    for (const status of [200, 200]) {
      const resumed = await api.resumeRecurringExpenseRule({ params })
      expect(resumed.status).toBe(status)
      expect(resumed.body.rule.status).toBe('active')
    }
    expect((await api.deleteRecurringExpenseRule({ params })).status).toBe(204)
    expect(await api.getRecurringExpenseRule({ params })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listRecurringExpenseOccurrences()).body.occurrences).toEqual([])
  })

  it('publishes changes of rules and occurrences with the record', async () => {
    const { api, workspaceId, rule, occurrences, params } = await newHosting()
    const [newest, older] = occurrences
    await api.postRecurringExpenseOccurrence({ params: { occurrenceId: newest!.id } })
    await api.skipRecurringExpenseOccurrence({ params: { occurrenceId: older!.id } })
    await api.pauseRecurringExpenseRule({ params })
    await api.deleteRecurringExpenseRule({ params })
    const published = (await listEvents('wp_finance', workspaceId))
      .map(({ data }) => data as { type?: string; record?: unknown })
      .filter(({ type }) => type?.startsWith('recurring_expense_'))
    expect(published.map(({ type }) => type)).toEqual([
      ...occurrences.map(() => 'recurring_expense_occurrence.created'),
      'recurring_expense_rule.created',
      'recurring_expense_occurrence.posted',
      'recurring_expense_occurrence.skipped',
      'recurring_expense_rule.updated',
      'recurring_expense_rule.removed',
    ])
    expect(published[occurrences.length]!.record).toEqual(rule)
    expect(published[0]!.record).toEqual(occurrences.at(-1))
  })

  it('rejects rules with an invalid start date, end date, day of the month, frequency or amount', async () => {
    const { api, params } = await newHosting()
    const refused = async (fields: object) =>
      api.createRecurringExpenseRule.raw({ body: { ...hosting(), ...fields } })
    expect(await refused({ startDate: addDays(today(), -368) })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await refused({ endDate: addDays(today(), -3) })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await refused({ dayOfMonth: 32 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await refused({ frequency: 'weekly' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await refused({ amount: 0.001 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await refused({ startDate: '2027-02-30' })).toFailWith(400, 'INVALID_REQUEST')
    const ended = { params, body: { endDate: addDays(today(), -9) } }
    expect(await api.updateRecurringExpenseRule(ended)).toFailWith(422, 'VALIDATION_FAILED')
  })
})

describe('/client/workspace/:workspaceId/recurring-expense-occurrences', () => {
  it('posts one expense for 50 concurrent requests for the same occurrence, and returns 422 to the other 49', async () => {
    const { api, occurrences } = await newHosting()
    const { id, dueDate } = occurrences[0]!
    const params = { occurrenceId: id }
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => api.postRecurringExpenseOccurrence({ params })),
    )
    const posted = replies.filter(({ status }) => status === 200)
    expect(posted).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(49)
    const { expenses } = (await api.listExpenses()).body
    expect(expenses).toEqual([posted[0]!.body.expense])
    expect(expenses).toMatchObject([
      { amount: 9.99, date: dueDate, vendor: 'Cloud', reference: { type: 'occurrence', id } },
    ])
    expect(posted[0]!.body.occurrence).toMatchObject({ status: 'posted', expenseId: expenses[0]!.id })
    expect(await api.skipRecurringExpenseOccurrence({ params })).toFailWith(422, 'VALIDATION_FAILED')
    const expenseId = expenses[0]!.id
    expect(await api.deleteExpense({ params: { expenseId } })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('rejects posting a skipped occurrence, and returns the sums of occurrences by status', async () => {
    const { api, occurrences, rule } = await newHosting()
    const [first, second] = occurrences
    const params = { occurrenceId: first!.id }
    const skipped = await api.skipRecurringExpenseOccurrence({ params })
    expect(skipped.body.occurrence).toMatchObject({ status: 'skipped', expenseId: null })
    expect(await api.postRecurringExpenseOccurrence({ params })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.getRecurringExpenseOccurrence({ params })).body).toEqual(skipped.body)
    await api.postRecurringExpenseOccurrence({ params: { occurrenceId: second!.id } })
    const query = { ruleId: rule.id, from: rule.startDate, to: addDays(rule.startDate, 2) }
    const { stats } = (await api.getRecurringExpenseOccurrenceStats({ query })).body
    expect(stats).toEqual({
      from: query.from,
      to: query.to,
      currencies: [
        {
          currencyCode: 'USD',
          pending: { total: 9.99, count: 1 },
          posted: { total: 9.99, count: 1 },
          skipped: { total: 9.99, count: 1 },
        },
      ],
    })
    const pending = await api.listRecurringExpenseOccurrences({ query: { ...query, status: 'pending' } })
    expect(pending.body.occurrences).toHaveLength(1)
    const none = { query: { ruleId: newId() } }
    expect((await api.listRecurringExpenseOccurrences(none)).body.occurrences).toEqual([])
  })
})
