import type { Id } from '@wp/kernel'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { SchedulingDeps } from '../deps.ts'
import type { RenamedKind } from './session-rename.store.ts'

export type RenameDeps = Pick<
  SchedulingDeps,
  'db' | 'clients' | 'staff' | 'offeredServices' | 'sessions' | 'sessionRenames' | 'clock'
>

/** Longer than any booking takes from reading a name to its commit. */
const repeatAfterMs = 30_000
const batch = 100

/**
 * Writes the current name of a record to its unfinished sessions and schedules a repetition: a booking that is not
 * committed yet may still contain the old name. Requires a transaction.
 */
export const renameInSessions = async (
  deps: RenameDeps,
  workspaceId: Id,
  kind: RenamedKind,
  { id }: { id: Id },
): Promise<void> => {
  const name = await rename(deps, workspaceId, kind, id)
  if (name === null) return
  const dueAt = new Date(deps.clock.now().getTime() + repeatAfterMs)
  await deps.sessionRenames.schedule(workspaceId, kind, id, name, dueAt)
}

/** Repeats due renames. Called by the job. */
export const repeatRenames = async (deps: RenameDeps, context: JobContext): Promise<void> => {
  const due = await deps.sessionRenames.listDue(deps.clock.now(), repeatAfterMs, batch)
  await forEachRecord(context, due, ({ id, workspaceId, kind, recordId, dueAt }) =>
    deps.db.transaction(async () => {
      await rename(deps, workspaceId, kind, recordId)
      await deps.sessionRenames.removeIf(workspaceId, id, dueAt)
    }),
  )
}

/**
 * Reads the name in the transaction that writes it. Events can arrive out of order, and another replica may write the
 * same sessions: then the database rejects one of the two, which starts again with the newest name.
 */
const rename = async (
  deps: RenameDeps,
  workspaceId: Id,
  kind: RenamedKind,
  id: Id,
): Promise<string | null> => {
  deps.db.requireTransaction()
  const found = await deps[storeOf[kind]].findName(workspaceId, id)
  if (!found) return null
  await deps.sessions[renameOf[kind]](workspaceId, id, found.name)
  return found.name
}

const storeOf = { client: 'clients', staff: 'staff', service: 'offeredServices' } as const
const renameOf = { client: 'renameClient', staff: 'renameStaff', service: 'renameService' } as const
