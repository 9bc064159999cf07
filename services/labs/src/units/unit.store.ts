import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { DeletableQuery } from '../lab-routes/lab-route.contract.ts'
import { listed, softDeletes } from '../lab-routes/soft-delete.store.ts'
import type { LabUnitChanges, NewLabUnit } from './unit.contract.ts'
import type { UnitRecord } from './unit.types.ts'

export const unitCollection = collection<UnitRecord>(
  'units',
  'Lab unit',
  { labUnitTitle: String, deletedAt: Date },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list including deactivated ones
  ],
  { onePer: 'unit' },
)

export const unitStore = (db: Database) => {
  const units = db.tenant(unitCollection)
  return {
    list: (workspaceId: Id, { includeDeleted, ...query }: DeletableQuery) =>
      units(workspaceId).page({ filter: listed(includeDeleted), query }),
    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      units(workspaceId).find({ id: trusted({ $in: ids }) }),
    get: (workspaceId: Id, id: Id) => units(workspaceId).get({ id }),
    insert: (workspaceId: Id, unit: NewLabUnit) => units(workspaceId).insert({ ...unit, deletedAt: null }),
    update: (workspaceId: Id, id: Id, changes: LabUnitChanges) => units(workspaceId).update({ id }, changes),
    ...softDeletes(units),
  }
}
