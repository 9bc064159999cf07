import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { finish, importScenes, lines } from './import-scene.ts'

const newScene = importScenes()

/** Runs work outside the current transaction. */
const outside = AsyncLocalStorage.snapshot()

describe('openImports', () => {
  it('creates and updates records by the external id, and refuses invalid rows', async () => {
    const scene = newScene()
    await scene.start('name,externalId\nA,1\nB,2\n')
    await finish(scene)
    const job = await scene.start('name,externalId,slug\nAA,1,\nC,3,\n,4,\nforbidden,5,\nMuch too long,6,\n')
    await finish(scene)
    expect(await scene.list()).toEqual([
      ['AA', '1'],
      ['B', '2'],
      ['C', '3'],
    ])
    expect(await scene.report(job.id)).toEqual([
      [4, 'name', 'is required'],
      [5, 'name', 'cannot be forbidden'],
      [6, 'name', 'must have at most 10 characters'],
    ])
  })

  it('reports progress and the result, and removes the rows', async () => {
    const scene = newScene()
    const job = await scene.start('name,externalId\nA,1\nforbidden,2\n')
    expect(job).toMatchObject({ status: 'pending', progress: 0, kind: 'thing-import', message: '2 rows' })
    expect(await finish(scene)).toMatchObject({
      status: 'done',
      progress: 100,
      message: '1 created, 0 updated, 1 refused of 2 rows',
      meta: { created: 1, updated: 0, refused: 1, reportUrl: `/things/${job.id}`, dryRun: false },
    })
    const sequences = scene.saved.map(({ sequence }) => sequence)
    expect(sequences.length).toBeGreaterThan(1)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(await scene.countBatches()).toBe(0)
  })

  it('applies rows with the same external id in file order and rejects a slug that is in use', async () => {
    const scene = newScene()
    const job = await scene.start('name,externalId,slug\nA,1,s\nB,1,\nC,2,s\n')
    expect(await finish(scene)).toMatchObject({ meta: { created: 1, updated: 1, refused: 1 } })
    expect(await scene.list()).toEqual([['B', '1']])
    expect(await scene.report(job.id)).toEqual([[4, 'slug', 'already exists']])
  })

  it('updates the record when another request creates one with the same external id at the same time', async () => {
    const scene = newScene()
    await scene.start('name,externalId\nA,1\nB,2\n')
    let hasInserted = false
    scene.state.beforeInsert = async () => {
      if (hasInserted) return
      hasInserted = true
      await outside(() => scene.insert('other', '2'))
    }
    expect(await finish(scene)).toMatchObject({ meta: { created: 1, updated: 1, refused: 0 } })
    expect(await scene.list()).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
  })

  it('retries a row after a conflict and rejects it after a second one', async () => {
    const scene = newScene()
    const conflict = new AppError('CONFLICT', 'A record with this slug already exists')
    const job = await scene.start('name,externalId\nA,1\nB,2\n')
    let conflicts = 0
    scene.state.beforeInsert = async () => {
      const isLast = scene.written.at(-1) === 'A'
      scene.state.insertError = isLast || conflicts === 0 ? conflict : null
      conflicts += 1
      if (isLast) scene.written.push('again')
    }
    expect(await finish(scene)).toMatchObject({ meta: { created: 1, updated: 0, refused: 1 } })
    expect(await scene.list()).toEqual([['A', '1']])
    expect(await scene.report(job.id)).toEqual([[3, '', 'A record with this slug already exists']])
  })

  it('refuses a row whose write fails and applies the others', async () => {
    const scene = newScene()
    const job = await scene.start('name,externalId\nA,1\nB,2\nC,3\n')
    scene.state.refusedName = 'B'
    expect(await finish(scene)).toMatchObject({ meta: { created: 2, updated: 0, refused: 1 } })
    expect(await scene.report(job.id)).toEqual([[3, 'name', 'cannot be B']])
  })

  it('changes nothing in a dry run and counts what would happen, across batches', async () => {
    const scene = newScene()
    await scene.start(lines(2))
    await finish(scene)
    const text = [lines(60), 'again,X59', 'again,X10', 'again,X0', 'forbidden,X99'].join('\n')
    const job = await scene.start(text, { dryRun: true })
    expect(await finish(scene)).toMatchObject({
      meta: { created: 58, updated: 5, refused: 1, dryRun: true },
    })
    expect(await scene.list()).toHaveLength(2)
    expect(await scene.report(job.id)).toEqual([[65, 'name', 'cannot be forbidden']])
  })

  it('stops when the subscription has expired', async () => {
    const scene = newScene()
    await scene.start(lines(3))
    scene.state.endDate = new Date(Date.now() - 1000)
    expect(await finish(scene)).toMatchObject({ status: 'failed', message: 'The subscription has expired' })
    expect(await scene.list()).toEqual([])
  })

  it('refuses a second import of the same kind until the first has ended', async () => {
    const scene = newScene()
    await scene.start(lines(1))
    await expect(scene.stage(lines(1))).rejects.toMatchObject({ code: 'CONFLICT', retryAfterSeconds: 5 })
    await finish(scene)
    await scene.start(lines(1))
    expect(await finish(scene)).toMatchObject({ meta: { created: 0, updated: 1 } })
  })

  it('runs a batch of each import in turn, so that a large file does not delay a small one', async () => {
    const [large, small] = [newScene(), newScene()]
    await large.start(lines(500))
    await small.start(lines(10))
    let turns = 0
    const counting = { aborted: false }
    Object.defineProperty(counting, 'aborted', { get: () => (turns += 1) > 6 })
    await large.imports.run(counting as AbortSignal)
    expect(await small.list()).toHaveLength(10)
    expect((await large.list()).length).toBeLessThan(500)
    expect((await large.list()).length).toBeGreaterThan(0)
    await finish(large)
    expect(await large.list()).toHaveLength(500)
  })

  it('keeps the reports of the last five imports', async () => {
    const scene = newScene()
    const ids: Id[] = []
    for (let count = 0; count < 7; count += 1) {
      ids.push((await scene.start('name\nforbidden\n')).id)
      await finish(scene)
    }
    const reports = await Promise.allSettled(ids.map((id) => scene.report(id)))
    expect(reports.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 2 }, () => 'rejected'),
      ...Array.from({ length: 5 }, () => 'fulfilled'),
    ])
  })

  it('throws NOT_FOUND for the report of another workspace', async () => {
    const scene = newScene()
    const job = await scene.start(lines(1))
    const other = newScene()
    await expect(other.report(job.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
