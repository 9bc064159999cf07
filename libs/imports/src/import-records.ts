import { AppError } from '@wp/kernel'
import type { ErrorDetail, Id } from '@wp/kernel'
import { collection, onConflict, sagaRecords, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { ImportRow } from './rows.ts'

/**
 * `staging`: the rows of the file are being stored. `announcing`: the job is being created. `processing`: batches of
 * rows are applied. `finishing`: the job gets its result. The other two undo the first two.
 */
type Step = 'staging' | 'discarding' | 'announcing' | 'abandoning' | 'processing' | 'finishing'

type ImportRecord = {
  workspaceId: Id
  resource: string
  match: string
  isDryRun: boolean
  /** The resource while the import runs, so that a unique index allows only one. */
  running: string | null
  rows: number
  batches: number
  /** The number of batches that were applied. */
  position: number
  created: number
  updated: number
  refused: number
  /** How often the current batch has failed. */
  failures: number
  /** Why the import ended early. */
  failure: string | null
  step: Step | null
  stepUntil: Date | null
  stepVersion: number
  endedAt: Date | null
}
export type StoredImport = TenantDoc<ImportRecord>

/** Reports can be downloaded for this long, unless there are newer ones. */
const retentionSeconds = 30 * 24 * 3600
const keptImports = 5

export const importCollection = collection<ImportRecord>(
  'imports',
  'Import',
  {
    resource: String,
    match: String,
    isDryRun: Boolean,
    running: String,
    rows: Number,
    batches: Number,
    position: Number,
    created: Number,
    updated: Number,
    refused: Number,
    failures: Number,
    failure: String,
    step: String,
    stepUntil: Date,
    stepVersion: Number,
    endedAt: Date,
  },
  [
    { keys: { workspaceId: 1, running: 1 }, unique: true, partial: { running: { $gt: '' } } }, // one import at a time
    { keys: { workspaceId: 1, resource: 1, endedAt: -1 } }, // old imports
    { keys: { stepUntil: 1 } }, // due steps in all workspaces
    { keys: { endedAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

type BatchRecord = { workspaceId: Id; importId: Id; number: number; rows: string }
export type NewBatch = Pick<BatchRecord, 'importId' | 'number' | 'rows'>

/** The rows of a file that were not applied yet, as JSON text. A batch is removed together with its effects. */
export const importBatchCollection = collection<BatchRecord>(
  'import_batches',
  'Import batch',
  { importId: String, number: Number, rows: String },
  [
    { keys: { workspaceId: 1, importId: 1, number: 1 }, unique: true },
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

export type Refusal = { row: number; field: string; message: string }
type RefusalRecord = { workspaceId: Id; importId: Id; number: number; refusals: string }

/** The refused rows of a batch, as JSON text. */
export const importRefusalCollection = collection<RefusalRecord>(
  'import_refusals',
  'Refused rows',
  { importId: String, number: Number, refusals: String },
  [
    { keys: { workspaceId: 1, importId: 1, number: 1 }, unique: true }, // report
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

export type OwnedKey = { key: string; owner: string }
type KeyRecord = { workspaceId: Id; importId: Id; keys: string[]; owners: string[] }

/** The unique values that a batch of a dry run would have stored, with the record or row of each. */
export const importKeyCollection = collection<KeyRecord>(
  'import_keys',
  'Import keys',
  { importId: String, keys: [String], owners: [String] },
  [
    { keys: { workspaceId: 1, importId: 1, keys: 1 } }, // of a batch
    { keys: { createdAt: 1 }, ttlSeconds: retentionSeconds },
  ],
)

/** The collections of a service that imports records. */
export const importCollections = [
  importCollection,
  importBatchCollection,
  importRefusalCollection,
  importKeyCollection,
]

export const importSteps = sagaRecords(importCollection, {
  step: 'step',
  until: 'stepUntil',
  version: 'stepVersion',
  fence: ['step', 'stepVersion'],
})
const { held } = importSteps

export const importStore = (db: Database) => {
  const imports = db.tenant(importCollection)
  const batches = db.tenant(importBatchCollection)
  const refusals = db.tenant(importRefusalCollection)
  const keys = db.tenant(importKeyCollection)
  return {
    get: (workspaceId: Id, resource: string, id: Id) => imports(workspaceId).get({ id, resource }),

    /** Throws CONFLICT while another import of the resource runs. */
    insert: (
      workspaceId: Id,
      resource: string,
      fields: Pick<ImportRecord, 'match' | 'isDryRun'>,
      started: { step: Step; stepUntil: Date },
    ) =>
      onConflict(
        () =>
          imports(workspaceId).insert({
            ...fields,
            ...started,
            resource,
            running: resource,
            rows: 0,
            batches: 0,
            position: 0,
            created: 0,
            updated: 0,
            refused: 0,
            failures: 0,
            failure: null,
            stepVersion: 1,
            endedAt: null,
          }),
        // Repeating the request may succeed, so its Idempotency-Key does not keep this reply.
        (cause) =>
          new AppError('CONFLICT', `Another import of ${resource} is running; wait until it has ended`, {
            cause,
            retryAfterSeconds: 5,
          }),
      ),
    /** Moves to another step. Returns null when another process has taken over the current one. */
    moveIf: (record: StoredImport, step: Step, stepUntil: Date, changes: Partial<ImportRecord> = {}) =>
      imports(record.workspaceId).updateIf(held(record), {
        $set: { ...changes, step, stepUntil },
        $inc: { stepVersion: 1 },
      }),
    endIf: (record: StoredImport, endedAt: Date) =>
      imports(record.workspaceId).updateIf(held(record), {
        step: null,
        stepUntil: null,
        running: null,
        endedAt,
      }),
    removeIf: (record: StoredImport) => imports(record.workspaceId).removeIf(held(record)),

    insertBatches: (workspaceId: Id, added: readonly NewBatch[]) => batches(workspaceId).insertMany(added),
    /** Returns the rows of a batch. Throws NOT_FOUND. */
    getRows: async ({ workspaceId, id, position }: StoredImport): Promise<ImportRow[]> => {
      const { rows } = await batches(workspaceId).get({ importId: id, number: position })
      return JSON.parse(rows) as ImportRow[]
    },
    removeBatch: ({ workspaceId, id, position }: StoredImport) =>
      batches(workspaceId).remove({ importId: id, number: position }),
    /** Removes the data that is only needed while an import runs. */
    removeWork: async ({ workspaceId, id }: StoredImport): Promise<void> => {
      await batches(workspaceId).removeMany({ importId: id })
      await keys(workspaceId).removeMany({ importId: id })
    },

    /** Removes all ended imports of a resource with their reports, except the newest. */
    removeOldImports: async (workspaceId: Id, resource: string): Promise<void> => {
      const old = await imports(workspaceId).find(
        { resource, endedAt: trusted({ $ne: null }) },
        { sort: { endedAt: -1 }, skip: keptImports, limit: keptImports, select: ['id'] },
      )
      for (const { id } of old) {
        await refusals(workspaceId).removeMany({ importId: id })
        await imports(workspaceId).removeIf({ id })
      }
    },

    insertRefusals: ({ workspaceId, id, position }: StoredImport, refused: readonly Refusal[]) =>
      refusals(workspaceId).insert({
        importId: id,
        number: position,
        refusals: JSON.stringify(refused),
      }),
    /** Yields the refused rows of an import in the order of the file. */
    iterateRefusals: async function* (workspaceId: Id, importId: Id): AsyncGenerator<Refusal> {
      const batchesOf = refusals(workspaceId).iterate({ importId }, { sort: { number: 1 } })
      for await (const batch of batchesOf) yield* JSON.parse(batch.refusals) as Refusal[]
    },

    /** Returns which of these keys earlier batches have, with their owners. */
    listKeys: async (workspaceId: Id, importId: Id, wanted: readonly string[]): Promise<OwnedKey[]> => {
      const named = new Set(wanted)
      const found = await keys(workspaceId).find({ importId, keys: trusted({ $in: wanted }) })
      return found
        .flatMap((batch) => batch.keys.map((key, index) => ({ key, owner: batch.owners[index]! })))
        .filter(({ key }) => named.has(key))
    },
    insertKeys: ({ workspaceId, id }: StoredImport, added: readonly OwnedKey[]) =>
      keys(workspaceId).insert({
        importId: id,
        keys: added.map(({ key }) => key),
        owners: added.map(({ owner }) => owner),
      }),
  }
}

const maxDetails = 5

/** Returns the report entry for a refused row. */
export const toRefusals = (row: number, details: readonly ErrorDetail[]): Refusal[] =>
  details.slice(0, maxDetails).map(({ path, message }) => ({ row, field: path, message }))
