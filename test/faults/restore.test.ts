import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, restore } from '@wp/local/backup'
import { allServices } from '@wp/local-platform'
import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { expectEffects } from './clocks.ts'
import { recordFigures } from './figures.ts'
import { isFull, report, startScene } from './scene.ts'
import { clientsOf, startWrites, tallyOf } from './writes.ts'

const services = isFull ? allServices() : ['identity', 'admin-billing', 'scheduling', 'gateway']
const writers = 8
/** How many writes are acknowledged before the backup, and how many on the restored platform. */
const writeCount = isFull ? 5000 : 50

describe('a backup that is taken under load', () => {
  it(
    'R29: is restored into an empty database, on which every service starts with all records that were acknowledged before it, and goes on working',
    { timeout: 1_800_000 },
    async () => {
      const kept = mkdtempSync(join(tmpdir(), 'wp-kept-'))
      onTestFinished(() => rmSync(kept, { recursive: true, force: true }))
      const first = await startScene({ services })
      let isFirstOver = false
      onTestFinished(() => (isFirstOver ? undefined : first.stop()))
      const shop = await first.signUp()
      let isOver = false
      const writes = startWrites(first, { shop, writers, isOver: () => isOver })
      await eventually(() => expect(writes.sent()).toBeGreaterThan(writeCount), { withinMs: 900_000 })
      const before = writes.acknowledged()
      vi.stubEnv('MONGODB_URL', first.database.uri)
      const files = join(first.dataDir, 'services')
      await backup(join(kept, 'backup'), { data: first.dataDir, files, prefix: 'wp_', snapshot: true })
      const during = writes.acknowledged().size - before.size
      isOver = true
      await writes.done
      cpSync(join(first.dataDir, 'keys'), join(kept, 'keys'), { recursive: true })
      await first.stop()
      isFirstOver = true

      const since = performance.now()
      const second = await startScene({
        services,
        prepare: async ({ uri, dataDir }) => {
          cpSync(join(kept, 'keys'), join(dataDir, 'keys'), { recursive: true })
          vi.stubEnv('MONGODB_URL', uri)
          const place = { data: dataDir, files: join(dataDir, 'services') }
          await restore(join(kept, 'backup'), { ...place, replace: false })
        },
      })
      vi.unstubAllEnvs()
      onTestFinished(second.stop)
      await second.whenWhole()
      const slowestMs = Math.round(performance.now() - since)

      const stored = await clientsOf(second, shop)
      const { lost, doubled } = tallyOf(before, stored)
      const desk = second.as(scheduling, shop)
      const [repeatedName, repeatedId] = [...before][0]!
      const repeated = await desk.createClient({
        body: { name: repeatedName },
        headers: { 'idempotency-key': repeatedName },
      })
      expect([repeated.status, repeated.body.client.id]).toEqual([201, repeatedId])
      expect((await desk.createClient({ name: 'after the restore' })).status).toBe(201)

      const later = startWrites(second, {
        shop: await second.signUp(),
        writers,
        isOver: (sent) => sent >= writeCount,
      })
      await later.done
      const figures = { writes: before.size + later.sent(), kills: 0, lost, doubled, slowestMs }
      report('R29', { ...figures, during, restored: stored.length })
      recordFigures('R29', 'restored from a backup under load', figures)
      expect(during).toBeGreaterThan(0)
      expect([lost, doubled]).toEqual([0, 0])
      await later.expectEachOnce()
      await expectEffects(second)
    },
  )
})
