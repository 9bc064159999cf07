import * as contests from '@wp/contests/contract'
import { definitionOf, inProcess, newWorkspace, platform, uniqueName, type InProcess } from '@wp/testing'
import { BSON, MongoClient } from 'mongodb'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const perMinute = 5

let gateway: InProcess
let contestId: string
beforeAll(async () => {
  const { api } = await newWorkspace(contests)
  const options = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, label: 'x'.repeat(70) }))
  const { contest } = (
    await api.createContest({
      title: 'Large',
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      shuffle: true,
      questions: Array.from({ length: 120 }, () => ({ text: 'x', options, correctOptionId: '1', points: 1 })),
    })
  ).body
  contestId = contest.id
  await api.updateContest({ params: { contestId }, body: { status: 'published' } })
  gateway = await inProcess((await definitionOf('gateway'))!, {
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_ATTEMPT: String(perMinute),
      NATS_URL: platform().natsUrl,
    },
  })
})
afterAll(() => gateway?.stop())

const startFrom = async (address: string) => {
  const reply = await fetch(`${gateway.url}/v1/public/contests/${contestId}/attempts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ name: 'M', email: `${uniqueName('p')}@x.example` }),
  })
  return { status: reply.status, bytes: (await reply.text()).length }
}

/** Returns the bytes of all records about starts of this contest. */
const storedBytes = async (): Promise<number> => {
  const client = new MongoClient(platform().mongoUrl)
  try {
    const db = client.db('wp_contests')
    const records = [
      ...(await db.collection('attempts').find({ contestId }).toArray()),
      ...(await db
        .collection('idempotency_keys')
        .find({ _id: { $regex: `^public:/public/contests/${contestId}/` } } as object)
        .toArray()),
    ]
    return records.reduce((sum, record) => sum + BSON.calculateObjectSize(record), 0)
  } finally {
    await client.close()
  }
}

describe('POST /public/contests/:contestId/attempts', () => {
  it('limits the attempts per address, and stores less than 8 KiB for each attempt at a large contest', async () => {
    const replies = []
    for (let count = 0; count < perMinute + 3; count += 1) replies.push(await startFrom('192.0.2.1'))
    const started = replies.filter(({ status }) => status === 201)
    expect(started).toHaveLength(perMinute)
    expect(replies.slice(perMinute).map(({ status }) => status)).toEqual([429, 429, 429])
    expect((await startFrom('192.0.2.2')).status).toBe(201)
    expect(started[0]!.bytes).toBeGreaterThan(200_000)
    const perStart = (await storedBytes()) / (perMinute + 1)
    expect(perStart).toBeGreaterThan(1000)
    expect(perStart).toBeLessThan(8 * 1024)
  })
})
