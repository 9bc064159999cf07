import { AppError, isConflict, newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { z } from 'zod'
import type { SchedulingDeps } from '../deps.ts'
import type { NewSessionField, NewStaffField, SessionFieldChanges } from './field.contract.ts'
import { publishFieldChanged, publishFieldRemoved } from './field.events.ts'
import {
  checkDefinition,
  checkFieldCount,
  checkOrder,
  keysOfField,
  prefixOf,
  toValuePrefix,
} from './field.rules.ts'
import type { StoredField, Subject } from './field.store.ts'

type FieldDeps = Pick<SchedulingDeps, 'db' | 'clock' | 'fields' | 'staff' | 'sessions'>
type NewField = z.output<typeof NewStaffField> & Partial<z.output<typeof NewSessionField>>
type FieldChanges = z.output<typeof SessionFieldChanges>

/** Creates a custom field for staff or sessions and adds it to the end of the list. */
export const createField = ({ db, fields }: FieldDeps, workspaceId: Id, subject: Subject, body: NewField) =>
  db.transaction(async (tx) => {
    checkDefinition(body)
    const known = await fields.list(workspaceId, subject)
    checkFieldCount(known.length)
    const id = newId()
    const created = await fields.insert(workspaceId, {
      id,
      valuePrefix: toValuePrefix(id, body.key),
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

/**
 * Updates a field. Enabling `isUnique` first adds the values of existing records to the unique index, in
 * batches: when the request fails, repeating it continues. Disabling it leaves the values in the index, where
 * they have no effect.
 */
export const updateField = async (
  deps: FieldDeps,
  workspaceId: Id,
  subject: Subject,
  id: Id,
  body: FieldChanges,
): Promise<StoredField> => {
  const startedAt = deps.clock.now().getTime()
  const before = await deps.fields.get(workspaceId, subject, id)
  checkDefinition({ ...before, ...body })
  const becomesUnique = body.isUnique === true && !before.isUnique
  if (becomesUnique) await claimValues(deps, before, null)
  const updated = await changeField(deps, before, body)
  if (!becomesUnique) return updated
  try {
    // From now on, records claim their values themselves; those written in the meantime did not.
    await claimValues(deps, updated, new Date(startedAt - longestWriteMs))
  } catch (error) {
    await changeField(deps, updated, { isUnique: false })
    throw error
  }
  return updated
}

/** Deletes a field. Records keep their answers, which are no longer filterable or unique. */
export const deleteField = (deps: FieldDeps, workspaceId: Id, subject: Subject, id: Id) =>
  deps.db.transaction(async (tx) => {
    const field = await deps.fields.get(workspaceId, subject, id)
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

const changeField = (
  { db, fields }: FieldDeps,
  { workspaceId, subject, id }: StoredField,
  { metadata, ...changes }: FieldChanges,
): Promise<StoredField> =>
  db.transaction(async (tx) => {
    checkDefinition({ ...(await fields.get(workspaceId, subject, id)), ...changes })
    const updated = await fields.update(workspaceId, id, {
      ...changes,
      ...(metadata !== undefined && { metadata: toJsonText(metadata) }),
    })
    publishFieldChanged(tx, updated)
    return updated
  })

const shownDuplicates = 20
const batchSize = 200
/** A generous upper limit for the time from reading a field to committing a record, including differing clocks. */
const longestWriteMs = 60_000

/**
 * Adds the values of all records, or of those updated since an instant, to the unique index. Throws 422 with the
 * duplicates if there are any.
 */
const claimValues = async (deps: FieldDeps, field: StoredField, since: Date | null): Promise<void> => {
  const { workspaceId, subject } = field
  const prefix = prefixOf(field)
  const records = deps[subject]
  await checkDuplicates(deps, field)
  const ids = (await records.listAnswering(workspaceId, prefix, since)).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = await records.listKeys(workspaceId, ids.slice(at, at + batchSize))
    const missing = batch.flatMap(({ id, valueKeys, uniqueKeys }) =>
      keysOfField(prefix, valueKeys).flatMap((key) => (uniqueKeys.includes(key) ? [] : [{ id, key }])),
    )
    try {
      await Promise.all(missing.map(({ id, key }) => records.claimKeyIf(workspaceId, id, key)))
    } catch (error) {
      if (isConflict(error)) await checkDuplicates(deps, field)
      throw error
    }
  }
}

const checkDuplicates = async (deps: FieldDeps, field: StoredField): Promise<void> => {
  const { workspaceId, subject, key } = field
  const prefix = prefixOf(field)
  const duplicates = await deps[subject].listDuplicates(workspaceId, prefix, shownDuplicates)
  if (duplicates.length === 0) return
  throw new AppError(
    'VALIDATION_FAILED',
    `The field "${key}" cannot be made unique because it has duplicate values`,
    {
      details: duplicates.map(({ key: valueKey, ids, count }) => ({
        path: 'isUnique',
        message: `cannot be enabled: "${valueKey.slice(prefix.length + 1)}" is used by ${ids.join(', ')}${
          count > ids.length ? ` and ${count - ids.length} more` : ''
        }`,
      })),
    },
  )
}

const toJsonText = (metadata: Record<string, unknown> | null): string | null =>
  metadata && JSON.stringify(metadata)
