import { fixedClock, newId } from '@wp/kernel'
import { jobContext, uniqueName } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createRule,
  deleteRule,
  createDueOccurrences,
  pauseRule,
  resumeRule,
  updateRule,
} from '../src/recurring-rules/recurring-rule.actions.ts'
import { postOccurrence } from '../src/occurrences/occurrence.actions.ts'
import { openLedgers } from './scratch-ledgers.ts'

const rent = {
  title: 'Rent',
  amount: 100,
  currencyCode: 'USD',
  frequency: 'monthly' as const,
  dayOfMonth: 31,
  monthOfYear: null,
  endDate: null,
  vendor: null,
  category: null,
  account: null,
  notes: null,
}

const open = async (start: string, options: Parameters<typeof openLedgers>[0] = {}) => {
  const clock = fixedClock(start)
  const books = await openLedgers({ ...options, clock })
  onTestFinished(() => books.db.close())
  const workspaceId = newId()
  const run = (...args: Parameters<typeof jobContext>) => createDueOccurrences(books, jobContext(...args))
  const dates = async () => {
    const { items } = await books.occurrences.list(workspaceId, { page: 1, limit: 100 })
    return items.map(({ dueDate }) => dueDate).toSorted()
  }
  return { ...books, clock, workspaceId, run, dates }
}

describe('recurring expense scheduler', () => {
  it('creates each due occurrence once while one of two schedulers loses the database halfway', async () => {
    const name = uniqueName('ledgers')
    const books = await open('2027-01-01T10:00:00.000Z', { name })
    const daily = { ...rent, frequency: 'daily' as const, dayOfMonth: null, startDate: '2027-01-02' }
    await Promise.all(Array.from({ length: 4 }, () => createRule(books, books.workspaceId, daily)))
    expect(await books.dates()).toEqual([])
    books.clock.set('2027-09-08T10:00:00.000Z') // 250 days later
    let steps = 0
    const dying = await open('2027-09-08T10:00:00.000Z', {
      name,
      beforeOperation: ({ collection }) => {
        if (collection === 'recurring_expense_occurrences') steps += 1
        if (steps >= 2) throw new Error('killed')
      },
    })
    await Promise.all([books.run(), dying.run(() => undefined)])
    await books.run()
    const sums = await books.occurrences.sums(books.workspaceId, {})
    expect(sums).toEqual([{ currencyCode: 'USD', status: 'pending', totalMinor: 10_000_000, count: 1000 }])
  })

  it('creates overdue occurrences together with the rule, and later ones on their due dates', async () => {
    const books = await open('2027-03-31T00:00:00.000Z')
    await createRule(books, books.workspaceId, { ...rent, startDate: '2027-01-31' })
    expect(await books.dates()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
    books.clock.set('2027-04-29T23:59:59.999Z')
    await books.run()
    expect(await books.dates()).toHaveLength(3)
    books.clock.set('2027-04-30T00:00:00.000Z')
    await books.run()
    await books.run()
    expect(await books.dates()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('creates each occurrence once after the clock ran ahead and the rule was changed', async () => {
    const books = await open('2027-01-01T00:00:00.000Z')
    const { workspaceId } = books
    const daily = { ...rent, frequency: 'daily' as const, startDate: '2027-01-02' }
    const { id } = await createRule(books, workspaceId, daily)
    books.clock.set('2027-01-05T00:00:00.000Z')
    await books.run()
    books.clock.set('2027-01-02T00:00:00.000Z')
    await updateRule(books, workspaceId, id, { title: 'New rent' }) // due again from 3 January
    books.clock.set('2027-01-06T00:00:00.000Z')
    await books.run()
    const days = ['2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05', '2027-01-06']
    expect(await books.dates()).toEqual(days)
    expect(await books.rules.get(workspaceId, id)).toMatchObject({ nextDueDate: '2027-01-07' })
  })

  it("creates an occurrence on the rule's end date", async () => {
    const books = await open('2027-01-01T00:00:00.000Z')
    const ending = { ...rent, startDate: '2027-01-15', dayOfMonth: 15, endDate: '2027-02-15' }
    await createRule(books, books.workspaceId, ending)
    books.clock.set('2027-12-31T00:00:00.000Z')
    await books.run()
    expect(await books.dates()).toEqual(['2027-01-15', '2027-02-15'])
  })

  it('creates due occurrences when a rule is paused, and none for the paused days after it is resumed', async () => {
    const books = await open('2027-01-01T00:00:00.000Z')
    const daily = { ...rent, frequency: 'daily' as const, startDate: '2027-01-02' }
    const { id } = await createRule(books, books.workspaceId, daily)
    books.clock.set('2027-01-03T12:00:00.000Z') // the scheduler has not run
    expect(await pauseRule(books, books.workspaceId, id)).toMatchObject({ status: 'paused' })
    expect(await pauseRule(books, books.workspaceId, id)).toMatchObject({ status: 'paused' })
    expect(await books.dates()).toEqual(['2027-01-02', '2027-01-03'])
    books.clock.set('2027-01-06T12:00:00.000Z')
    await books.run()
    expect(await resumeRule(books, books.workspaceId, id)).toMatchObject({ status: 'active' })
    await books.run()
    expect(await books.dates()).toEqual(['2027-01-02', '2027-01-03'])
    books.clock.set('2027-01-08T00:00:00.000Z')
    await books.run()
    expect(await books.dates()).toEqual(['2027-01-02', '2027-01-03', '2027-01-07', '2027-01-08'])
  })

  it('applies a rule change only to later occurrences, and deletes pending occurrences with the rule', async () => {
    const books = await open('2027-02-10T12:00:00.000Z')
    const { workspaceId } = books
    const { id } = await createRule(books, workspaceId, { ...rent, dayOfMonth: 1, startDate: '2027-01-01' })
    await updateRule(books, workspaceId, id, { dayOfMonth: 9, amount: 150, title: 'New rent' })
    expect(await books.dates()).toEqual(['2027-01-01', '2027-02-01'])
    books.clock.set('2027-03-09T00:00:00.000Z')
    await books.run()
    const { items } = await books.occurrences.list(workspaceId, { page: 1, limit: 100 })
    const shown = items.map(({ dueDate, amountMinor, title }) => `${dueDate} ${title} ${amountMinor}`)
    expect(shown.toSorted()).toEqual([
      '2027-01-01 Rent 10000',
      '2027-02-01 Rent 10000',
      '2027-03-09 New rent 15000',
    ])
    await postOccurrence(books, workspaceId, items[0]!.id, newId())
    await deleteRule(books, workspaceId, id)
    const left = await books.occurrences.list(workspaceId, { page: 1, limit: 100 })
    expect(left.items).toMatchObject([{ id: items[0]!.id, status: 'posted' }])
    books.clock.set('2027-12-31T00:00:00.000Z')
    await books.run()
    expect(await books.dates()).toHaveLength(1)
  })
})

describe('recurring expense scheduler in time zones', () => {
  // The instants at which 31 March 2027 begins; Berlin and Cairo have different offsets then.
  it.each([
    ['Africa/Cairo', '2027-03-30T22:00:00.000Z'],
    ['Europe/Berlin', '2027-03-30T22:00:00.000Z'],
    ['Pacific/Honolulu', '2027-03-31T10:00:00.000Z'],
    ['Asia/Kathmandu', '2027-03-30T18:15:00.000Z'],
  ])("creates an occurrence in %s at 00:00 of the workspace's day", async (timeZone, midnight) => {
    const books = await open('2027-03-10T12:00:00.000Z', { timeZone })
    await createRule(books, books.workspaceId, { ...rent, startDate: '2027-03-15' })
    books.clock.set(new Date(Date.parse(midnight) - 1).toISOString())
    await books.run()
    expect(await books.dates()).toEqual([])
    books.clock.set(midnight)
    await books.run()
    await books.run()
    expect(await books.dates()).toEqual(['2027-03-31'])
  })

  it('creates an occurrence when clocks are put forward at midnight', async () => {
    const books = await open('2027-04-01T12:00:00.000Z', { timeZone: 'Africa/Cairo' })
    await createRule(books, books.workspaceId, { ...rent, dayOfMonth: 30, startDate: '2027-04-15' })
    books.clock.set('2027-04-29T21:59:59.999Z')
    await books.run()
    expect(await books.dates()).toEqual([])
    books.clock.set('2027-04-29T22:00:00.000Z') // 01:00 on 30 April
    await books.run()
    expect(await books.dates()).toEqual(['2027-04-30'])
  })

  it('creates each occurrence once when the workspace moves west and back', async () => {
    const daily = { ...rent, frequency: 'daily' as const, dayOfMonth: null, startDate: '2027-03-10' }
    const books = await open('2027-03-10T12:00:00.000Z', { timeZone: 'Asia/Kathmandu' })
    await createRule(books, books.workspaceId, daily)
    books.clock.set('2027-03-10T19:00:00.000Z') // already 11 March in Kathmandu
    await books.run()
    books.moveTo('Pacific/Honolulu') // 10 March again
    await books.run()
    books.clock.set('2027-03-11T20:00:00.000Z') // 11 March in Honolulu, 12 March in Kathmandu
    await books.run()
    expect(await books.dates()).toEqual(['2027-03-10', '2027-03-11'])
    books.moveTo('Asia/Kathmandu')
    await books.run()
    expect(await books.dates()).toEqual(['2027-03-10', '2027-03-11', '2027-03-12'])
  })
})
