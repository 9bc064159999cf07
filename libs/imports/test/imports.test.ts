import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startServer } from '@wp/embedded-mongo'
import type { UploadedFile } from '@wp/http'
import { AppError, invalid, newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, openDatabase, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineImportTarget, importCollections, openImports } from '../src/index.ts'
import type { ImportJob } from '../src/index.ts'
import { importBatchCollection, importCollection } from '../src/import-records.ts'

type Thing = { name: string; externalId?: string | null; slug?: string | null }

const things = collection<Thing>('things', 'Thing', { name: String, externalId: String, slug: String }, [
  { keys: { workspaceId: 1, name: 1 } }, // list
  { keys: { workspaceId: 1, externalId: 1 }, unique: true, partial: { externalId: { $gt: '' } } },
  { keys: { workspaceId: 1, slug: 1 }, unique: true, partial: { slug: { $gt: '' } } },
])

const fields = {
  name: z.string().max(10),
  externalId: z.string().trim().nullable(),
  slug: z.string().nullable(),
}
const logger = createLogger({ service: 'test', level: 'silent' })
const timeoutMs = 21_000

let folder: string
let server: Awaited<ReturnType<typeof startServer>>
let db: Database
let databases = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wp-imports-'))
  server = await startServer({ dataDir: folder })
})
// Imports of all workspaces are run together, so each test has its own database.
beforeEach(async () => {
  db = await openDatabase({
    url: server.uri,
    name: `imports${(databases += 1)}`,
    clock: systemClock,
    logger,
    metrics: createMetrics('test'),
    collections: [things, ...importCollections],
    checkPlans: true,
  })
})
afterEach(() => db.close())
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const fileOf = (text: string): UploadedFile => {
  const content = Buffer.from(text)
  return {
    name: 'things.csv',
    contentType: 'text/csv',
    sizeBytes: content.length,
    sha256: '',
    head: content.subarray(0, 4096),
    open: () => Readable.from([content]),
  }
}

/** A workspace whose imports are run by a process with a clock that is `aheadMs` ahead. */
const newScene = ({ workspaceId = newId(), aheadMs = 0 } = {}) => {
  const saved: ImportJob[] = []
  const written: string[] = []
  const state = {
    endDate: null as Date | null,
    jobError: null as Error | null,
    insertError: null as Error | null,
    refusedName: null as string | null,
    beforeInsert: async () => {},
    beforeBatch: async () => {},
  }
  const store = db.tenant(things)
  const target = defineImportTarget({
    resource: 'things',
    jobKind: 'thing-import',
    create: z.object({
      ...fields,
      externalId: fields.externalId.default(null),
      slug: fields.slug.default(null),
    }),
    update: z.object(fields).partial(),
    unique: ['externalId', 'slug'],
    findBy: async (workspace: Id, field, values) => {
      const found = await store(workspace).find({ [field]: trusted({ $in: values }) })
      return found.map((thing) => ({ id: thing.id, value: thing[field as 'slug']! }))
    },
    check: (_, { name }) => {
      if (name === 'forbidden') throw invalid('name', 'cannot be forbidden')
    },
    insert: async (_tx, { workspaceId: workspace }, body) => {
      await state.beforeInsert()
      if (state.insertError) throw state.insertError
      if (state.refusedName === body.name) throw invalid('name', `cannot be ${body.name}`)
      written.push(body.name)
      return store(workspace).insert(body)
    },
    change: (_tx, { workspaceId: workspace }, id, body) => store(workspace).update({ id }, body),
  })
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }
  const imports = openImports({
    db,
    clock,
    logger,
    workspaces: {
      find: async (id) => {
        await state.beforeBatch()
        return { id, subscriptionEndDate: state.endDate }
      },
    },
    jobs: {
      save: async (job) => {
        if (state.jobError) throw state.jobError
        saved.push(job)
        return job
      },
    },
    targets: [target],
    toReportUrl: (_, resource, id) => `/${resource}/${id}`,
  })
  const stage = (text: string, options: { dryRun?: boolean } = {}) =>
    imports.stage(workspaceId, 'things', fileOf(text), { match: 'externalId', dryRun: false, ...options })
  const run = () => imports.run(new AbortController().signal)
  return {
    workspaceId,
    state,
    saved,
    written,
    imports,
    stage,
    run,
    start: async (text: string, options: { dryRun?: boolean } = {}) =>
      imports.begin(await stage(text, options)),
    last: () => saved.filter((job) => job.workspaceId === workspaceId).at(-1)!,
    insert: (name: string, externalId: string) => store(workspaceId).insert({ name, externalId, slug: null }),
    list: async () =>
      (await store(workspaceId).find({}, { sort: { name: 1 } })).map(({ name, externalId }) => [
        name,
        externalId,
      ]),
    report: async (importId: Id) => {
      const rows: unknown[] = []
      for await (const { row, field, message } of await imports.report(workspaceId, 'things', importId))
        rows.push([row, field, message])
      return rows
    },
    countBatches: () => db.tenant(importBatchCollection)(workspaceId).count(),
  }
}

/** Runs work outside the current transaction. */
const outside = AsyncLocalStorage.snapshot()

/** Runs until the last saved job has ended. */
const finish = async (scene: ReturnType<typeof newScene>) => {
  for (let turn = 0; turn < 50; turn += 1) {
    await scene.run()
    if (['done', 'failed'].includes(scene.last().status)) return scene.last()
  }
  throw new Error(`The import did not end: ${JSON.stringify(scene.last())}`)
}

const lines = (count: number, from = 0) =>
  ['name,externalId', ...Array.from({ length: count }, (_, at) => `N${at + from},X${at + from}`)].join('\n')

describe('openImports', () => {
  it('creates, updates and rejects rows, and reports progress and the result', async () => {
    const scene = newScene()
    await scene.start('name,externalId\nA,1\nB,2\n')
    await finish(scene)
    const job = await scene.start('name,externalId,slug\nAA,1,\nC,3,\n,4,\nforbidden,5,\nMuch too long,6,\n')
    expect(job).toMatchObject({ status: 'pending', progress: 0, kind: 'thing-import', message: '5 rows' })
    const done = await finish(scene)
    expect(done).toMatchObject({
      status: 'done',
      progress: 100,
      message: '1 created, 1 updated, 3 refused of 5 rows',
      meta: { created: 1, updated: 1, refused: 3, reportUrl: `/things/${job.id}`, dryRun: false },
    })
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
    const sequences = scene.saved.filter(({ id }) => id === job.id).map(({ sequence }) => sequence)
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

  it('rejects a second import of the same kind until the first has ended', async () => {
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

  it.each([
    ['has no rows', 'name,externalId\n', 'file must have at least one row'],
    ['has unknown columns', 'surname\nA\n', 'file cannot contain the column surname'],
    ['is empty', '', 'file must not be empty'],
    [
      'has too many rows',
      ['name', ...Array.from({ length: 50_001 }, () => 'A')].join('\n'),
      'at most 50000 rows',
    ],
  ])(
    'throws 422 for a file that %s, and leaves nothing behind',
    { timeout: 60_000 },
    async (_, text, message) => {
      const scene = newScene()
      await expect(scene.stage(text)).rejects.toThrow(message)
      expect(scene.saved).toEqual([])
      expect(await scene.countBatches()).toBe(0)
      await scene.start(lines(1))
      expect(await finish(scene)).toMatchObject({ status: 'done' })
    },
  )

  it('fails the job and removes the rows when the request ends before the import begins', async () => {
    const scene = newScene()
    await scene.stage(lines(3))
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    await later.run()
    expect(later.last()).toMatchObject({
      status: 'failed',
      message: 'The import could not start; send the file again',
      sequence: 2,
    })
    expect(await scene.countBatches()).toBe(0)
    expect(await scene.list()).toEqual([])
    expect(await scene.start(lines(1))).toMatchObject({ message: '1 row' })
    expect(await finish(scene)).toMatchObject({
      status: 'done',
      message: '1 created, 0 updated, 0 refused of 1 row',
    })
  })

  it('starts no import when the job cannot be created', async () => {
    const scene = newScene()
    scene.state.jobError = new AppError('UNAVAILABLE', 'Storefront does not answer')
    await expect(scene.stage(lines(3))).rejects.toThrow('Storefront does not answer')
    scene.state.jobError = null
    await scene.run()
    expect(scene.last()).toMatchObject({ status: 'failed' })
    expect(await scene.countBatches()).toBe(0)
  })

  it('does not start an abandoned import', async () => {
    const scene = newScene()
    const staged = await scene.stage(lines(3))
    await newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs }).run()
    await expect(scene.imports.begin(staged)).rejects.toThrow('The upload took too long; try again')
  })

  it('resumes after a failed batch where the last transaction ended', async () => {
    const scene = newScene()
    await scene.start(lines(120))
    scene.state.beforeInsert = async () => {
      if (scene.written.length === 70) throw new Error('The database does not answer')
    }
    await scene.run()
    expect(await scene.list()).toHaveLength(50)
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ meta: { created: 120, updated: 0, refused: 0 } })
    expect(later.written).toHaveLength(70)
    expect(await later.list()).toHaveLength(120)
  })

  it('finishes even if progress cannot be reported, and keeps reporting the result until it is saved', async () => {
    const scene = newScene()
    await scene.start(lines(120))
    scene.state.jobError = new AppError('UNAVAILABLE', 'Storefront does not answer')
    await scene.run()
    expect(await scene.list()).toHaveLength(120)
    expect(scene.last()).toMatchObject({ status: 'pending' })
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ status: 'done', meta: { created: 120 } })
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

  it('does not touch an import that another process has taken over and ended', async () => {
    const scene = newScene()
    await scene.start(lines(3))
    const gate = Promise.withResolvers<void>()
    let isWaiting = false
    scene.state.beforeBatch = () => {
      isWaiting = true
      return gate.promise
    }
    const running = scene.run()
    await expect.poll(() => isWaiting).toBe(true)
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ meta: { created: 3 } })
    gate.resolve()
    await running
    const stored = await db.tenant(importCollection)(scene.workspaceId).find({ resource: 'things' })
    expect(stored.map(({ step, running }) => [step, running])).toEqual([[null, null]])
    expect(scene.last()).toMatchObject({ status: 'pending' })
    expect(await scene.list()).toHaveLength(3)
  })

  it('rejects a row whose write fails and applies the rest', async () => {
    const scene = newScene()
    const job = await scene.start('name,externalId\nA,1\nB,2\nC,3\n')
    scene.state.refusedName = 'B'
    expect(await finish(scene)).toMatchObject({ meta: { created: 2, updated: 0, refused: 1 } })
    expect(await scene.report(job.id)).toEqual([[3, 'name', 'cannot be B']])
  })

  it('stops when the subscription has expired', async () => {
    const scene = newScene()
    await scene.start(lines(3))
    scene.state.endDate = new Date(Date.now() - 1000)
    expect(await finish(scene)).toMatchObject({ status: 'failed', message: 'The subscription has expired' })
    expect(await scene.list()).toEqual([])
  })

  it('gives up after 60 failures in a row', async () => {
    const scene = newScene()
    await scene.start(lines(1))
    const replicas = Array.from({ length: 60 }, (_, index) =>
      newScene({ workspaceId: scene.workspaceId, aheadMs: index * 17_000 }),
    )
    for (const replica of replicas) {
      expect(await scene.countBatches()).toBe(1)
      replica.state.insertError = new Error('A bug')
      await replica.run()
    }
    expect(replicas.at(-1)!.last()).toMatchObject({
      status: 'failed',
      message: 'The import stopped because of an internal error',
    })
    expect(await scene.countBatches()).toBe(0)
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
