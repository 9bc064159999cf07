import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { newJob, newShop, reportProgress } from '@wp/realtime/test/jobs'
import { eventually, platform, startReplica } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPage } from './chromium.ts'
import { follow, openJobsPage, show } from './page.ts'

const patience = { withinMs: 60_000 }

/** Starts a second replica of realtime, which is killed when the test ends. */
const startOther = async () => {
  const replica = await startReplica(join(repositoryRoot, 'services/realtime/src/main.ts'), {
    NATS_URL: platform().natsUrl,
    PUBLIC_URL: platform().gatewayUrl,
  })
  onTestFinished(() => replica.kill())
  return replica
}

/** Returns the number of clients connected to a replica. */
const clientsOf = async (opsUrl: string): Promise<number> => {
  const text = await (await fetch(`${opsUrl}/metrics`)).text()
  return Number(/^realtime_connections(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

describe('a page that shows job progress', () => {
  it(
    'receives every update of a job, even if its replica is killed and it reconnects to another one',
    { timeout: 180_000 },
    async () => {
      const page = await openPage()
      await openJobsPage(page, platform().gatewayUrl)
      const shop = await newShop()
      const jobId = await newJob(shop)
      const other = await startOther()

      const open = async () => {
        await follow(page, jobId, shop.token)
        await eventually(
          async () => expect((await show(page)).every((each) => each.connections > 0)).toBe(true),
          patience,
        )
      }
      // Pages of other tests are connected to the other replica too, so a connection there may not belong to
      // this page. Once this replica is in use, at least some of ten more connections are on it.
      await eventually(async () => {
        await open()
        expect(await clientsOf(other.opsUrl)).toBeGreaterThan(0)
      }, patience)
      for (let opened = 0; opened < 10; opened += 1) await open()

      for (const progress of [1, 2, 3]) await reportProgress(jobId, progress)
      await eventually(async () => {
        for (const shown of await show(page)) expect(shown).toMatchObject({ value: 3, seen: [1, 2, 3] })
      }, patience)

      await other.kill()
      for (let progress = 4; progress <= 60; progress += 1) await reportProgress(jobId, progress)
      await reportProgress(jobId, 100, { status: 'done', step: 'published' })

      const all = [...Array.from({ length: 60 }, (_, index) => index + 1), 100]
      await eventually(async () => {
        for (const shown of await show(page))
          expect(shown).toMatchObject({ value: 100, status: 'done', seen: all })
      }, patience)
      expect((await show(page)).filter(({ connections }) => connections > 1)).not.toEqual([])
      const { job } = (await shop.api.getJob({ params: { jobId } })).body
      expect(job).toMatchObject({ status: 'done', progress: 100, step: 'published' })
    },
  )
})
