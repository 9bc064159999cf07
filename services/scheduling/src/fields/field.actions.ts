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

/** Defines a field of staff or of sessions; it comes last in the order. */
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

/** Changes a field; switching `isUnique` claims or frees the values that records hold. */
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

/** Removes a field. Records keep its answers as they were, but nothing is filtered or held unique by them any more. */
export const deleteField = (deps: FieldDeps, workspaceId: Id, subject: Subject, id: Id) =>
  deps.db.transaction(async (tx) => {
    const field = await deps.fields.get(workspaceId, subject, id)
    for (const { id: recordId, valueKeys } of await deps[subject].listFieldValues(workspaceId, field.key))
      await deps[subject].removeValueKeys(workspaceId, recordId, keysOfField(field.key, valueKeys))
    await deps.fields.remove(workspaceId, id)
    publishFieldRemoved(tx, field)
  })

/** Puts the fields of a subject in a new order; every one has to be named once. */
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

/** Every record takes its value of the field into the unique index; refuses with 422 and the list when two hold the same. */
const claimValues = async (deps: FieldDeps, { workspaceId, subject, key }: StoredField): Promise<void> => {
  const records = await deps[subject].listFieldValues(workspaceId, key)
  const duplicates = findDuplicates(key, records)
  if (duplicates.length > 0)
    throw new AppError('VALIDATION_FAILED', `isUnique cannot be switched on: ${key} has values that repeat`, {
      details: duplicates.slice(0, shownDuplicates).map(({ value, ids }) => ({
        path: 'isUnique',
        message: `"${value}" is held by ${ids.join(', ')}`,
      })),
    })
  for (const { id, valueKeys } of records)
    await deps[subject].addUniqueKeys(workspaceId, id, keysOfField(key, valueKeys))
}

const freeValues = async (deps: FieldDeps, { workspaceId, subject, key }: StoredField): Promise<void> => {
  for (const { id, valueKeys } of await deps[subject].listFieldValues(workspaceId, key))
    await deps[subject].removeUniqueKeys(workspaceId, id, keysOfField(key, valueKeys))
}

const toJsonText = (metadata: Record<string, unknown> | null): string | null =>
  metadata && JSON.stringify(metadata)
