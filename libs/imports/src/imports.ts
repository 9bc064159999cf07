import { requireSize } from '@wp/files'
import type { UploadedFile, WorkspaceDirectory, WorkspaceView } from '@wp/http'
import { AppError, invalid } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { defineSaga } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { Logger } from '@wp/telemetry'
import { applyImportBatch } from './apply-batch.ts'
import { importSteps, importStore } from './import-records.ts'
import type { NewBatch, Refusal, StoredImport } from './import-records.ts'
import { doneState, failedState, pendingState, progressState } from './job-states.ts'
import type { ImportJobs, JobState } from './job-states.ts'
import type { ImportTarget } from './import-target.ts'
import { readRows } from './read-rows.ts'
import type { ImportRow } from './rows.ts'

export const maxImportBytes = 20 * 1024 * 1024
const maxRows = 50_000
/** A transaction applies a batch, so it is small enough to free the database quickly for other requests. */
const batchRows = 50
const batchLength = 512 * 1024
/** The number of batches stored in one operation. */
const stagedBatches = 10
/** About a quarter of an hour in total. */
const maxFailures = 60
/**
 * Less than the time after which a step is taken over, because a later time would look like a wrong clock.
 */
const maxBackoffMs = 16_000

export type ImportDeps<Workspace extends WorkspaceView, Job> = {
  db: Database
  clock: Clock
  logger: Logger
  workspaces: WorkspaceDirectory<Workspace>
  jobs: ImportJobs<Job>
  targets: readonly ImportTarget<Workspace>[]
  /** Returns the URL of the report of refused rows. */
  toReportUrl: (workspaceId: Id, resource: string, importId: Id) => string
}

export type ImportOptions = { match: string; dryRun: boolean }

/** An import whose rows are stored and whose job exists, but which has not begun yet. */
export type StagedImport<Job> = { readonly stored: StoredImport; readonly job: Job }

/** Imports records from files, for one service. */
export type Imports<Job> = {
  /**
   * Stores the rows of a file and creates the job. The import is undone unless `begin` follows. Throws
   * VALIDATION_FAILED for a file that cannot be read, and CONFLICT while another import of the resource runs.
   */
  stage(
    workspaceId: Id,
    resource: string,
    file: UploadedFile,
    options: ImportOptions,
  ): Promise<StagedImport<Job>>
  /** Begins an import. Call it in the transaction that stores the reply, if there is one. Returns its job. */
  begin(staged: StagedImport<Job>): Promise<Job>
  /** Applies due batches in turn, one of each import. Called by a job of the service. */
  run(signal: AbortSignal): Promise<void>
  /** Yields the refused rows of an import. Throws NOT_FOUND. */
  report(workspaceId: Id, resource: string, importId: Id): Promise<AsyncIterable<Refusal>>
}

export const openImports = <Workspace extends WorkspaceView, Job>(
  deps: ImportDeps<Workspace, Job>,
): Imports<Job> => {
  const { db, clock, logger, jobs, targets } = deps
  const imports = importStore(db)
  const targetOf = ({ resource }: Pick<StoredImport, 'resource'>): ImportTarget<Workspace> => {
    const target = targets.find((each) => each.resource === resource)
    if (!target) throw new Error(`No import target is named ${resource}`)
    return target
  }
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)
  const saveJob = (stored: StoredImport, state: JobState): Promise<Job> =>
    jobs.save({ ...state, id: stored.id, workspaceId: stored.workspaceId, kind: targetOf(stored).jobKind })

  const discard = async (_: unknown, stored: StoredImport): Promise<void> => {
    await imports.removeWork(stored)
    await imports.removeIf(stored)
  }

  const abandon = async (_: unknown, stored: StoredImport): Promise<void> => {
    await saveJob(stored, failedState(2, 'The import could not start; send the file again'))
    await discard(_, stored)
  }

  /** Applies the next batch. The import is immediately due again, behind the others. */
  const applyNext = async (_: unknown, stored: StoredImport): Promise<void> => {
    try {
      const applied = await applyImportBatch({ ...deps, imports, target: targetOf(stored) }, stored)
      await reportProgress(stored, applied)
    } catch (error) {
      const failures = stored.failures + 1
      logger.warn({ err: error, importId: stored.id, failures }, 'a batch of an import failed')
      if (failures < maxFailures)
        await imports.moveIf(stored, 'processing', after(Math.min(2 ** failures * 500, maxBackoffMs)), {
          failures,
        })
      else
        await imports.moveIf(stored, 'finishing', clock.now(), {
          failure: 'The import stopped because of an internal error',
        })
    }
  }

  /** Reports every percent. A failure does not matter, because the next report contains all progress. */
  const reportProgress = async (before: StoredImport, applied: StoredImport): Promise<void> => {
    const state = progressState(applied)
    if (
      applied.step !== 'processing' ||
      (before.position > 0 && state.progress === progressState(before).progress)
    )
      return
    try {
      await saveJob(applied, state)
    } catch (error) {
      logger.warn(
        { err: error, importId: applied.id },
        'failed to report the progress of an import; the next report includes it',
      )
    }
  }

  const finish = async (_: unknown, stored: StoredImport): Promise<void> => {
    const url = deps.toReportUrl(stored.workspaceId, stored.resource, stored.id)
    await saveJob(stored, doneState(stored, url))
    await imports.removeWork(stored)
    await imports.endIf(stored, clock.now())
    await removeOldImports(stored)
  }

  /** A failure does not matter, because the next import tries again. */
  const removeOldImports = async ({ workspaceId, resource }: StoredImport): Promise<void> => {
    try {
      await imports.removeOldImports(workspaceId, resource)
    } catch (error) {
      logger.warn({ err: error, workspaceId }, 'failed to remove old imports; the next import will retry')
    }
  }

  const saga = defineSaga({
    name: 'import',
    records: importSteps,
    stepOf: importSteps.stepOf,
    steps: {
      staging: { undo: 'discarding' },
      discarding: { complete: discard },
      announcing: { undo: 'abandoning' },
      abandoning: { complete: abandon },
      processing: { complete: applyNext },
      finishing: { complete: finish },
    },
  })

  const storeRows = async (stored: StoredImport, file: UploadedFile): Promise<StoredImport> => {
    const { columns } = targetOf(stored)
    let [rows, batches] = [0, 0]
    let added: NewBatch[] = []
    for await (const batch of inBatches(readRows(file, columns))) {
      rows += batch.length
      if (rows > maxRows) throw invalid('file', `must have at most ${maxRows} rows`)
      added.push({ importId: stored.id, number: batches, rows: JSON.stringify(batch) })
      batches += 1
      if (added.length < stagedBatches) continue
      await imports.insertBatches(stored.workspaceId, added)
      added = []
    }
    if (rows === 0) throw invalid('file', 'must have at least one row')
    if (added.length > 0) await imports.insertBatches(stored.workspaceId, added)
    const { stepUntil } = saga.start(deps, 'announcing')
    return (await imports.moveIf(stored, 'announcing', stepUntil, { rows, batches })) ?? tookTooLong()
  }

  return {
    stage: async (workspaceId, resource, file, { match, dryRun }) => {
      requireSize(file.sizeBytes, maxImportBytes)
      const fields = { match, isDryRun: dryRun }
      const started = saga.start(deps, 'staging')
      const staging = await imports.insert(workspaceId, resource, fields, started)
      const announcing = await saga.run(deps, staging, () => storeRows(staging, file))
      const job = await saga.run(deps, announcing, () => saveJob(announcing, pendingState(announcing)))
      return { stored: announcing, job }
    },
    begin: async ({ stored, job }) => {
      if (!(await imports.moveIf(stored, 'processing', clock.now()))) tookTooLong()
      return job
    },
    run: (signal) => saga.recoverOverdue(deps, signal),
    report: async (workspaceId, resource, importId) => {
      await imports.get(workspaceId, resource, importId)
      return imports.iterateRefusals(workspaceId, importId)
    },
  }
}

const tookTooLong = (): never => {
  throw new AppError('UNAVAILABLE', 'The upload took too long; try again', { retryAfterSeconds: 1 })
}

const inBatches = async function* (rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow[]> {
  let [batch, length]: [ImportRow[], number] = [[], 0]
  for await (const row of rows) {
    const rowLength = JSON.stringify(row).length
    if (batch.length === batchRows || (batch.length > 0 && length + rowLength > batchLength)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(row)
    length += rowLength
  }
  if (batch.length > 0) yield batch
}
