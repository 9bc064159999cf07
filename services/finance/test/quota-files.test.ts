import { Readable } from 'node:stream'
import { fixedClock, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger } from '@wp/telemetry'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileRemovalCollection, openQuotaFiles } from '@wp/files'

const clock = fixedClock('2027-03-01T09:00:00Z')
let db: Database
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('quota_files'), { collections: [fileRemovalCollection], clock })
})
afterAll(() => db?.close())

const content = { sizeBytes: 3, sha256: '', open: () => Readable.from([Buffer.from('abc')]) }

/** Stores one file whose removal is overdue, as after a slow upload. */
const newScene = async (remove?: () => Promise<void>) => {
  const [workspaceId, id] = [newId(), newId()]
  const stored = new Set<string>()
  const charged = new Set<string>()
  const files = {
    put: async (key: string) => void stored.add(key),
    remove: async (key: string) => {
      await remove?.()
      stored.delete(key)
    },
  } as unknown as Parameters<typeof openQuotaFiles>[0]['files']
  const quotaFiles = openQuotaFiles({
    db,
    files,
    billing: {
      reserveQuota: async ({ key }) => charged.add(key),
      commitQuota: async () => undefined,
      releaseQuota: async ({ key }) => charged.delete(key),
    },
    clock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    service: 'finance',
    kind: 'receipts',
  })
  await quotaFiles.store(workspaceId, id, content, 'image/png')
  clock.advance(6 * 60_000)
  const keep = () => db.transaction(() => quotaFiles.keep(workspaceId, id))
  return { quotaFiles, keep, workspaceId, id, left: () => [stored.size, charged.size] }
}

describe('openQuotaFiles', () => {
  it('removes a file that is not kept, and releases its quota', async () => {
    const { quotaFiles, left } = await newScene()
    await quotaFiles.removeOverdue()
    expect(left()).toEqual([0, 0])
  })

  it('removes a file whose removal was scheduled by a clock 31 days ahead, but not an upload in progress', async () => {
    clock.advance(31 * 86_400_000)
    const { quotaFiles, workspaceId, left } = await newScene()
    clock.advance(-31 * 86_400_000 - 6 * 60_000)
    await quotaFiles.store(workspaceId, newId(), content, 'image/png')
    await quotaFiles.removeOverdue()
    expect(left()).toEqual([1, 1])
  })

  it('does not remove a file that is kept', async () => {
    const { quotaFiles, keep, left } = await newScene()
    await keep()
    await quotaFiles.removeOverdue()
    expect(left()).toEqual([1, 1])
  })

  it('rejects keeping a file that has been removed', async () => {
    const { quotaFiles, keep } = await newScene()
    await quotaFiles.removeOverdue()
    await expect(keep()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('rejects keeping a file while it is being removed', async () => {
    let outcome: Promise<unknown> | undefined
    const scene = await newScene(async () => {
      outcome = scene.keep().catch((error: unknown) => error)
      await outcome
    })
    await scene.quotaFiles.removeOverdue()
    expect(await outcome).toMatchObject({ code: 'UNAVAILABLE' })
    expect(scene.left()).toEqual([0, 0])
  })

  it('does not remove a file that is kept after the job has listed it', async () => {
    const later = newId()
    const scene = await newScene(() =>
      db.transaction(() => scene.quotaFiles.keep(scene.workspaceId, later)).catch(() => undefined),
    )
    await scene.quotaFiles.store(scene.workspaceId, later, content, 'image/png')
    clock.advance(6 * 60_000)
    await scene.quotaFiles.removeOverdue()
    expect(scene.left()).toEqual([1, 1])
  })
})
