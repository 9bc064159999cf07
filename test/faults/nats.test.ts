import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '@wp/bus/test/nats-server'
import { startPlatform } from '@wp/local'
import { eventually } from '@wp/testing'
import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'

const isFull = process.env['FULL'] === '1'
/** In full: longer than leases, pings and the patience of every consumer. */
const outageMs = isFull ? 60_000 : 0
const signupsEach = isFull ? 50 : 3
const patience = { withinMs: 60_000 }

test(
  'NATS frozen, then killed, then wiped under signups: none fails for it, and every one has its effect elsewhere',
  { timeout: 600_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wp-nats-faults-'))
    const nats = await startNats()
    const platform = await startPlatform({
      dataDir,
      services: ['identity', 'admin-billing', 'contests', 'gateway'],
      env: { NATS_URL: nats.url(), RATE_LIMIT_DEFAULT: '1000000', RATE_LIMIT_SIGNUP: '1000000' },
    })
    const client = await MongoClient.connect(platform.mongoUrl)
    onTestFinished(async () => {
      nats.thaw()
      await client.close()
      await platform.stop()
      await nats.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const get = async (path: string): Promise<Response> => fetch(`${platform.gatewayUrl}/v1${path}`)
    const { plans } = (await (await get('/public/plans')).json()) as { plans: { id: string }[] }
    const { businessCategories } = (await (await get('/public/business-categories')).json()) as {
      businessCategories: { slug: string }[]
    }
    const acknowledged: string[] = []
    const signUp = async (): Promise<void> => {
      const body = {
        planId: plans[1]!.id,
        businessCategorySlug: businessCategories[0]!.slug,
        email: `owner${acknowledged.length}@nats.example`,
        password: 'correct-horse-1',
        phone: '+14155550123',
      }
      const reply = await fetch(`${platform.gatewayUrl}/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(201)
      acknowledged.push(((await reply.json()) as { workspace: { id: string } }).workspace.id)
    }
    const signUpSome = async (): Promise<void> => {
      const [end, target] = [Date.now() + outageMs, acknowledged.length + signupsEach]
      while (acknowledged.length < target || Date.now() < end) {
        if (acknowledged.length < target) await signUp()
        expect((await get('/public/plans')).status).toBe(200)
      }
    }
    const copies = client.db('wp_contests').collection<{ _id: string }>('workspace_copies')
    const expectEffects = async (): Promise<void> => {
      await eventually(async () => {
        const found = await copies.find({ _id: { $in: acknowledged } }).toArray()
        expect(found.map(({ _id }) => _id).toSorted()).toEqual(acknowledged.toSorted())
      }, patience)
    }

    await signUpSome()
    await expectEffects()
    nats.freeze()
    await signUpSome()
    nats.thaw()
    await expectEffects()
    await nats.kill()
    await signUpSome()
    await nats.start()
    await expectEffects()
    await nats.kill()
    await signUpSome()
    await nats.wipe()
    await nats.start()
    await expectEffects()
    await signUpSome()
    await expectEffects()
  },
)
