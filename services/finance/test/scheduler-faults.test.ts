import { join } from 'node:path'
import { addDays, fixedClock, newId, systemClock } from '@wp/kernel'
import { databaseProxy, eventually, inProcess, listEvents, startReplica, uniqueName } from '@wp/testing'
import { expect, it, onTestFinished } from 'vitest'
import { RecurringOccurrencePublished } from '../src/contract.ts'
import { occurrenceCollection } from '../src/occurrences/occurrence.store.ts'
import { createRule } from '../src/recurring-rules/recurring-rule.actions.ts'
import { finance } from '../src/service.ts'
import { openLedgers } from './scratch-ledgers.ts'

const isFull = process.env['FULL'] === '1'
const [ruleCount, days] = isFull ? [20, 50] : [6, 10]

const rent = {
  title: 'Rent',
  amount: 100,
  currencyCode: 'USD',
  frequency: 'daily' as const,
  dayOfMonth: null,
  monthOfYear: null,
  vendor: null,
  category: null,
  account: null,
  notes: null,
}

/** Creates rules that are due on each of the last `days` days, including today, but have no occurrences yet. */
const prepareRules = async (prefix: string) => {
  const today = systemClock.today()
  const clock = fixedClock(`${addDays(today, -days)}T12:00:00.000Z`)
  const ledgers = await openLedgers({ name: `${prefix}finance`, clock })
  onTestFinished(() => ledgers.db.close())
  const workspaceId = newId()
  const startDate = addDays(today, 1 - days)
  for (let made = 0; made < ruleCount; made += 1)
    await createRule(ledgers, workspaceId, { ...rent, startDate, endDate: today })
  return { ...ledgers, clock, workspaceId }
}

it('R16: creates each due occurrence once while one of two schedulers is killed halfway', async () => {
  const prefix = `${uniqueName('t')}_`
  const { workspaceId, occurrences, rules, clock } = await prepareRules(prefix)
  const countMade = async () =>
    (await occurrences.sums(workspaceId, {})).reduce((sum, { count }) => sum + count, 0)
  expect(await countMade()).toBe(0)

  // Nothing is due yet according to this scheduler's clock, so its own scheduled run does not interfere.
  const survivor = await inProcess(finance, { clock, env: { DATABASE_PREFIX: prefix } })
  onTestFinished(() => survivor.stop())
  const way = await databaseProxy()
  onTestFinished(() => way.close())
  const inTheMiddle = way.holdAtInsert(occurrenceCollection.name, 2)
  const killed = await startReplica(join(import.meta.dirname, 'scheduler.child.ts'), {
    MONGODB_URL: way.url,
    DATABASE_PREFIX: prefix,
    NATS_URL: survivor.natsUrl,
  })
  onTestFinished(() => killed.kill())
  await inTheMiddle
  expect(await countMade()).toBe(2 * days)
  clock.set(new Date().toISOString())
  const running = survivor.runJob('make-due-occurrences')
  await killed.kill()
  way.close()
  await running

  const total = ruleCount * days
  await eventually(async () => {
    await survivor.runJob('make-due-occurrences') // rules locked by the killed scheduler are picked up by a later run
    expect(await countMade()).toBe(total)
  })
  const { items } = await rules.list(workspaceId, { page: 1, limit: 100 })
  expect(items.map(({ nextDueDate }) => nextDueDate)).toEqual(Array(ruleCount).fill(null))
  const made = (await listEvents(`${prefix}finance`, workspaceId))
    .filter(({ type }) => type === RecurringOccurrencePublished.type)
    .map(({ data }) => {
      const { record } = RecurringOccurrencePublished.data.parse(data)
      return `${record!.ruleId} ${record!.dueDate}`
    })
  expect(made).toHaveLength(total)
  expect(new Set(made).size).toBe(total)
})
