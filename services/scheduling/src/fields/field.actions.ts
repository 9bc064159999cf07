import type { Id } from '@wp/kernel'
import { AppError } from '@wp/kernel'
import type { z } from 'zod'
import type { SchedulingDeps } from '../deps.ts'
import type { NewSessionField, NewStaffField, SessionFieldChanges } from './field.contract.ts'
import { publishFieldChanged, publishFieldRemoved } from './field.events.ts'
import { checkDefinition, checkFieldCount, checkOrder, findDuplicates, keysOfField } from './field.rules.ts'
import type { StoredField, Subject } from './field.store.ts'

type FieldDeps = Pick<SchedulingDeps, 'db' | 'fields' | 'staff' | 'sessions'>
type NewField = z.output<typeof NewStaffField> & Partial<z.output<typeof NewSessionField>>
type FieldChanges = z.output<typeof SessionFieldChanges>

/** Creates a custom field for staff or sessions and adds it at the end of the order. */
export const createField = ({ db, fields }: FieldDeps, workspaceId: Id, subject: Subject, body: NewField) =>
  db.transaction(async (tx) => {
    checkDefinition(body)
    const known = await fields.list(workspaceId, subject)
    checkFieldCount(known.length)
    const created = await fields.insert(workspaceId, {
      phase: null,
      category: null,
      ...body,
      subject,
      order: (known.at(-1)?.order ?? 0) + 1,
      metadata: toJsonText(body.metadata),
    })
    publishFieldChanged(tx, created)
    return created
  })

/** Updates a field. Changing `isUnique` claims or releases the values of existing records. */
export const updateField = (deps: FieldDeps, workspaceId: Id, subject: Subject, id: Id, body: FieldChanges) =>
  deps.db.transaction(async (tx) => {
    const { metadata, ...changes } = body
    const field = await deps.fields.get(workspaceId, subject, id)
    const next = { ...field, ...changes }
    checkDefinition(next)
    if (next.isUnique && !field.isUnique) await claimValues(deps, field)
    if (!next.isUnique && field.isUnique) await freeValues(deps, field)
    const updated = await deps.fields.update(workspaceId, id, {
      ...changes,
      ...(metadata !== undefined && { metadata: toJsonText(metadata) }),
    })
    publishFieldChanged(tx, updated)
    return updated
  })

/** Deletes a field. Records keep their answers, which are no longer filterable or unique. */
export const deleteField = (deps: FieldDeps, workspaceId: Id, subject: Subject, id: Id) =>
  deps.db.transaction(async (tx) => {
    const field = await deps.fields.get(workspaceId, subject, id)
    for (const { id: recordId, valueKeys } of await deps[subject].listFieldValues(workspaceId, field.key))
      await deps[subject].removeValueKeys(workspaceId, recordId, keysOfField(field.key, valueKeys))
    await deps.fields.remove(workspaceId, id)
    publishFieldRemoved(tx, field)
  })

/** Reorders the staff or session fields; every field must be listed exactly once. */
export const orderFields = (
  { db, fields }: FieldDeps,
  workspaceId: Id,
  subject: Subject,
  fieldIds: readonly Id[],
): Promise<StoredField[]> =>
  db.transaction(async (tx) => {
    checkOrder(await fields.list(workspaceId, subject), fieldIds)
    const ordered: StoredField[] = []
    for (const [index, id] of fieldIds.entries())
      ordered.push(await fields.update(workspaceId, id, { order: index + 1 }))
    for (const field of ordered) publishFieldChanged(tx, field)
    return ordered
  })

const shownDuplicates = 20

/** Adds the values of all records to the unique index. Throws 422 with the duplicates if there are any. */
const claimValues = async (deps: FieldDeps, { workspaceId, subject, key }: StoredField): Promise<void> => {
  const records = await deps[subject].listFieldValues(workspaceId, key)
  const duplicates = findDuplicates(key, records)
  if (duplicates.length > 0)
    throw new AppError(
      'VALIDATION_FAILED',
      `The field "${key}" cannot be made unique because it has duplicate values`,
      {
        details: duplicates.slice(0, shownDuplicates).map(({ value, ids }) => ({
          path: 'isUnique',
          message: `cannot be enabled: "${value}" is used by ${ids.join(', ')}`,
        })),
      },
    )
  for (const { id, valueKeys } of records)
    await deps[subject].addUniqueKeys(workspaceId, id, keysOfField(key, valueKeys))
}

const freeValues = async (deps: FieldDeps, { workspaceId, subject, key }: StoredField): Promise<void> => {
  for (const { id, valueKeys } of await deps[subject].listFieldValues(workspaceId, key))
    await deps[subject].removeUniqueKeys(workspaceId, id, keysOfField(key, valueKeys))
}

const toJsonText = (metadata: Record<string, unknown> | null): string | null =>
  metadata && JSON.stringify(metadata)
