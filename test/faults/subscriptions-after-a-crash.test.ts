import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { startPlatform } from '@wp/local'
import type { Platform } from '@wp/local'
import { eventually } from '@wp/testing'
import { expect, onTestFinished, test } from 'vitest'

const json = { 'content-type': 'application/json' }

const choices = async ({ gatewayUrl }: Platform) => {
  const get = async (path: string) => (await fetch(`${gatewayUrl}/v1${path}`)).json()
  const { plans } = (await get('/public/plans')) as { plans: { id: string }[] }
  const { businessCategories } = (await get('/public/business-categories')) as {
    businessCategories: { slug: string }[]
  }
  return { planId: plans[1]!.id, businessCategorySlug: businessCategories[0]!.slug }
}

/** The process that announced itself last: a killed one is started again by the runner. */
const pidOf = async (opsUrl: string): Promise<number> => {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
  return Number(/^process_start_time_seconds\S* (\S+)/m.exec(metrics)?.[1])
}

test(
  'every acknowledged signup has its subscription after admin-billing was killed in between',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wp-crash-'))
    const platform = await startPlatform({ dataDir, services: ['identity', 'admin-billing', 'gateway'] })
    onTestFinished(async () => {
      await platform.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const chosen = await choices(platform)
    const billing = platform.services['admin-billing']![0]!
    const acknowledged: string[] = []
    const statuses = new Set<number>()

    const signUp = async (number: number): Promise<void> => {
      const body = {
        ...chosen,
        email: `owner${number}@crash.example`,
        password: 'correct-horse-1',
        phone: '+14155550123',
      }
      const reply = await fetch(`${platform.gatewayUrl}/v1/signup`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      })
      statuses.add(reply.status)
      if (reply.status === 201)
        acknowledged.push(((await reply.json()) as { workspace: { id: string } }).workspace.id)
    }

    const before = await pidOf(billing.ops)
    for (let number = 0; number < 20; number += 1) {
      await signUp(number)
      if (number === 9) process.kill(billing.pid!, 'SIGKILL')
    }
    await eventually(async () => expect(await pidOf(billing.ops)).not.toBe(before), { withinMs: 30_000 })
    await eventually(
      () => signUp(100 + acknowledged.length).then(() => expect(acknowledged.length).toBeGreaterThan(10)),
      {
        withinMs: 30_000,
      },
    )

    expect([201, 500, 503, 504]).toEqual(expect.arrayContaining([...statuses]))
    const client = await MongoClient.connect(platform.mongoUrl)
    onTestFinished(() => client.close())
    const subscriptions = client.db('wp_admin_billing').collection<{ _id: string }>('subscriptions')
    await eventually(
      async () => {
        const found = await subscriptions.find({ _id: { $in: acknowledged } }).toArray()
        expect(found.map(({ _id }) => _id).toSorted()).toEqual(acknowledged.toSorted())
      },
      { withinMs: 30_000 },
    )
  },
)
