import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startServer } from '@wp/embedded-mongo'
import type { UploadedFile } from '@wp/http'
import { invalid, newId, systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, openDatabase, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
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
/** Longer than a step may take. */
export const timeoutMs = 21_000

/** Starts a database server for a test file. Returns a function that makes a scene in the test's own database. */
export const importScenes = () => {
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
  return (options?: { workspaceId?: Id; aheadMs?: number }) => sceneOn(db, options)
}

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
const sceneOn = (
  db: Database,
  { workspaceId = newId(), aheadMs = 0 }: { workspaceId?: Id; aheadMs?: number } = {},
) => {
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
    listSteps: async () =>
      (await db.tenant(importCollection)(workspaceId).find({ resource: 'things' })).map(
        ({ step, running }) => [step, running],
      ),
    countBatches: () => db.tenant(importBatchCollection)(workspaceId).count(),
  }
}

/** Runs until the last saved job has ended. */
export const finish = async (scene: ReturnType<typeof sceneOn>) => {
  for (let turn = 0; turn < 50; turn += 1) {
    await scene.run()
    if (['done', 'failed'].includes(scene.last().status)) return scene.last()
  }
  throw new Error(`The import did not end: ${JSON.stringify(scene.last())}`)
}

export const lines = (count: number) =>
  ['name,externalId', ...Array.from({ length: count }, (_, at) => `N${at},X${at}`)].join('\n')
