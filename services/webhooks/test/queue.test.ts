import { newId } from '@wp/kernel'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueCollection, queueStore } from '../src/deliveries/queue.store.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>
let queues: ReturnType<typeof queueStore>
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('webhooks'), { collections: [queueCollection], checkPlans: true })
  queues = queueStore(db)
})
afterAll(() => db.close())

const at = (minute: number) => new Date(Date.UTC(2027, 2, 10, 9, minute))

const newQueue = async () => {
  const [workspaceId, endpointId] = [newId(), newId()]
  await queues.insert(workspaceId, endpointId)
  return { workspaceId, endpointId, find: () => queues.find(workspaceId, endpointId) }
}

describe('queueStore', () => {
  it('keeps the earliest due time', async () => {
    const { workspaceId, endpointId, find } = await newQueue()
    expect((await find())!.dueAt).toBeUndefined()
    await queues.markDue(workspaceId, [endpointId], at(5))
    await queues.markDue(workspaceId, [endpointId], at(7))
    expect(await find()).toMatchObject({ dueAt: at(5), version: 2 })
    await queues.markDue(workspaceId, [endpointId], at(3))
    expect((await find())!.dueAt).toEqual(at(3))
  })

  it('stays due when a delivery is recorded while others are being sent', async () => {
    const { workspaceId, endpointId, find } = await newQueue()
    await queues.markDue(workspaceId, [endpointId], at(1))
    const { version } = (await find())!
    await queues.markDue(workspaceId, [endpointId], at(2))
    expect(await queues.settleIf(workspaceId, endpointId, version, null)).toBeNull()
    expect((await find())!.dueAt).toEqual(at(1))
    expect(await queues.settleIf(workspaceId, endpointId, version + 1, null)).not.toBeNull()
    expect((await find())!.dueAt).toBeUndefined()
  })

  it('lists due endpoints of all workspaces, most overdue first, except known ones', async () => {
    const [first, second, later, known] = [
      await newQueue(),
      await newQueue(),
      await newQueue(),
      await newQueue(),
    ]
    await queues.markDue(first.workspaceId, [first.endpointId], at(11))
    await queues.markDue(second.workspaceId, [second.endpointId], at(12))
    await queues.markDue(later.workspaceId, [later.endpointId], at(50))
    await queues.markDue(known.workspaceId, [known.endpointId], at(10))
    const due = await queues.listDue(at(30), [known.endpointId], 10)
    const own = due.filter(({ id }) => [first, second, later, known].some((each) => each.endpointId === id))
    expect(own.map(({ workspaceId, id }) => [workspaceId, id])).toEqual([
      [first.workspaceId, first.endpointId],
      [second.workspaceId, second.endpointId],
    ])
  })

  it('lists an endpoint whose due time was set by a clock that was far ahead', async () => {
    const [ahead, tomorrow] = [await newQueue(), await newQueue()]
    const inDays = (days: number) => new Date(at(0).getTime() + days * 86_400_000)
    await queues.markDue(ahead.workspaceId, [ahead.endpointId], inDays(31))
    await queues.markDue(tomorrow.workspaceId, [tomorrow.endpointId], inDays(1))
    const due = (await queues.listDue(at(0), [], 1000)).map(({ id }) => id)
    expect([due.includes(ahead.endpointId), due.includes(tomorrow.endpointId)]).toEqual([true, false])
  })

  it('does not mark the queue of another workspace', async () => {
    const { endpointId, find } = await newQueue()
    expect(await queues.markDue(newId(), [endpointId], at(1))).toBe(0)
    expect((await find())!.dueAt).toBeUndefined()
  })
})
