import type { WorkspaceDirectory, WorkspaceView } from '@wp/http'
import { isConflict } from '@wp/kernel'
import type { Clock, ErrorDetail } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { applyRows, detailsOf, keysIn, RowError } from './apply-rows.ts'
import type { importStore, StoredImport } from './import-records.ts'
import type { ImportTarget } from './import-target.ts'

type BatchDeps<Workspace extends WorkspaceView> = {
  db: Database
  clock: Clock
  workspaces: WorkspaceDirectory<Workspace>
  imports: ReturnType<typeof importStore>
  target: ImportTarget<Workspace>
}

/** Applies the next batch of an import and removes it, in one transaction. Returns the changed import. */
export const applyImportBatch = async <Workspace extends WorkspaceView>(
  deps: BatchDeps<Workspace>,
  stored: StoredImport,
): Promise<StoredImport> => {
  const workspace = await deps.workspaces.find(stored.workspaceId)
  const failure = refusalOf(workspace, deps.clock.now())
  if (failure !== null || !workspace) return moved(deps, stored, 'finishing', { failure })
  const failed = new Map<number, readonly ErrorDetail[]>()
  const retried = new Set<number>()
  for (;;) {
    try {
      return await applyOnce(deps, stored, workspace, failed)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      // A concurrent request may have stored the same unique value; the second attempt finds its record.
      if (isConflict(error.cause) && !retried.has(error.row)) retried.add(error.row)
      else failed.set(error.row, detailsOf(error.cause))
    }
  }
}

const refusalOf = (workspace: WorkspaceView | null, now: Date): string | null => {
  if (!workspace) return 'The workspace no longer exists'
  const { subscriptionEndDate } = workspace
  return subscriptionEndDate !== null && subscriptionEndDate <= now ? 'The subscription has expired' : null
}

const applyOnce = <Workspace extends WorkspaceView>(
  deps: BatchDeps<Workspace>,
  stored: StoredImport,
  workspace: Workspace,
  failed: ReadonlyMap<number, readonly ErrorDetail[]>,
): Promise<StoredImport> =>
  deps.db.transaction(async (tx) => {
    const { imports, target } = deps
    const { id, workspaceId, isDryRun, match, position, batches } = stored
    const rows = await imports.getRows(stored)
    const outcome = await applyRows({
      target,
      context: { workspaceId, workspace },
      match,
      rows,
      tx: isDryRun ? null : tx,
      failed,
      earlier: isDryRun ? await imports.listKeys(workspaceId, id, keysIn({ target, match, rows })) : [],
    })
    if (outcome.refusals.length > 0) await imports.insertRefusals(stored, outcome.refusals)
    if (outcome.keys.length > 0) await imports.insertKeys(stored, outcome.keys)
    await imports.removeBatch(stored)
    return moved(deps, stored, position + 1 < batches ? 'processing' : 'finishing', {
      position: position + 1,
      created: stored.created + outcome.created,
      updated: stored.updated + outcome.updated,
      refused: stored.refused + outcome.refused,
      failures: 0,
    })
  })

const moved = async <Workspace extends WorkspaceView>(
  { imports, clock }: BatchDeps<Workspace>,
  stored: StoredImport,
  step: 'processing' | 'finishing',
  changes: Partial<StoredImport>,
): Promise<StoredImport> => {
  const next = await imports.moveIf(stored, step, clock.now(), changes)
  if (!next) throw new Error('Another process has taken over the import')
  return next
}
