import type { Id } from '@wp/kernel'
import { trusted } from '@wp/mongo'

const deactivated = trusted({ $ne: null })

type DeletableRecords<Doc> = {
  updateIf(
    filter: { id: Id; deletedAt: null | typeof deactivated },
    update: { deletedAt: Date | null },
  ): Promise<Doc | null>
}

/**
 * Functions of stores whose records are deactivated instead of deleted and can be restored. They return null when there
 * is nothing to change.
 */
export const softDeletes = <Doc>(records: (workspaceId: Id) => DeletableRecords<Doc>) => ({
  deactivateIf: (workspaceId: Id, id: Id, deletedAt: Date) =>
    records(workspaceId).updateIf({ id, deletedAt: null }, { deletedAt }),
  restoreIf: (workspaceId: Id, id: Id) =>
    records(workspaceId).updateIf({ id, deletedAt: deactivated }, { deletedAt: null }),
})

/** Returns the filter of a list that includes deactivated or deleted records on request. */
export const listed = (includeDeleted: boolean) => (includeDeleted ? {} : { deletedAt: null })
