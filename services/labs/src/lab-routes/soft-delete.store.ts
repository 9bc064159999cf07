import type { Id } from '@wp/kernel'

type DeletableRecords<Doc> = {
  updateIf(filter: { id: Id; deletedAt: null }, update: { deletedAt: Date }): Promise<Doc | null>
  update(filter: { id: Id }, update: { deletedAt: null }): Promise<Doc>
  get(filter: { id: Id }): Promise<Doc>
}

/** Functions of stores whose records are deactivated instead of deleted and can be restored. */
export const softDeletes = <Doc>(records: (workspaceId: Id) => DeletableRecords<Doc>) => ({
  /** A record that is already deactivated keeps its time. */
  deactivate: async (workspaceId: Id, id: Id, deletedAt: Date): Promise<Doc> =>
    (await records(workspaceId).updateIf({ id, deletedAt: null }, { deletedAt })) ??
    records(workspaceId).get({ id }),
  restore: (workspaceId: Id, id: Id): Promise<Doc> =>
    records(workspaceId).update({ id }, { deletedAt: null }),
})

/** Returns the filter of a list that includes deactivated or deleted records on request. */
export const listed = (includeDeleted: boolean) => (includeDeleted ? {} : { deletedAt: null })
