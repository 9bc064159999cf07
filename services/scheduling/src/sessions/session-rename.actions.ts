import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import type { RenamedKind } from './session-rename.store.ts'

export type RenameDeps = Pick<SchedulingDeps, 'sessions' | 'sessionRenames' | 'clock'>

/** Longer than any booking takes from reading a name to its commit. */
const repeatAfterMs = 30_000
const batch = 100

/**
 * Updates a name in unfinished sessions and schedules a repetition: a booking that is not committed yet may still
 * contain the old name.
 */
export const renameInSessions = async (
  deps: RenameDeps,
  workspaceId: Id,
  kind: RenamedKind,
  record: { id: Id; name: string; createdAt: string; updatedAt: string },
): Promise<void> => {
  await rename(deps, workspaceId, kind, record.id, record.name)
  if (record.createdAt === record.updatedAt) return // a new record had no other name
  const dueAt = new Date(deps.clock.now().getTime() + repeatAfterMs)
  await deps.sessionRenames.schedule(workspaceId, kind, record.id, record.name, dueAt)
}

/** Repeats the renames that are due. Called by the job. */
export const repeatRenames = async (deps: RenameDeps): Promise<void> => {
  for (const { id, workspaceId, kind, recordId, name, dueAt } of await deps.sessionRenames.listDue(
    deps.clock.now(),
    repeatAfterMs,
    batch,
  )) {
    await rename(deps, workspaceId, kind, recordId, name)
    await deps.sessionRenames.removeIf(workspaceId, id, dueAt)
  }
}

const rename = ({ sessions }: RenameDeps, workspaceId: Id, kind: RenamedKind, id: Id, name: string) => {
  switch (kind) {
    case 'client':
      return sessions.renameClient(workspaceId, id, name)
    case 'staff':
      return sessions.renameStaff(workspaceId, id, name)
    case 'service':
      return sessions.renameService(workspaceId, id, name)
  }
}
