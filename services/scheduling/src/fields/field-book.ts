import { AppError } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import type { Database, Tx } from '@wp/mongo'
import type { z } from 'zod'
import { FieldChanged, FieldRemoved } from '../events.ts'
import type { NewSessionField, NewStaffField, SessionFieldChanges } from './field.contract.ts'
import { checkDefinition, duplicatesAmong } from './field.rules.ts'
import type { FieldStore, StoredField, Subject } from './field.store.ts'

/** The records that answer the fields of a subject: their values, as the book of fields has to see them. */
export type AnsweringRecords = {
  listAnswers(workspaceId: Id, fieldKey: string): Promise<{ id: Id; valueKeys: string[] }[]>
  addUniqueKeys(workspaceId: Id, id: Id, keys: string[]): Promise<unknown>
  removeUniqueKeys(workspaceId: Id, id: Id, keys: string[]): Promise<unknown>
}

type NewField = z.output<typeof NewStaffField> & Partial<z.output<typeof NewSessionField>>
type Changes = z.output<typeof SessionFieldChanges>
type Parts = { db: Database; fields: FieldStore }

const maxFields = 200
const shownDuplicates = 20

/** The custom fields of one subject: defining, changing, ordering, removing them. */
export const fieldBook = ({ db, fields }: Parts, subject: Subject, records: AnsweringRecords) => {
  const published = (tx: Tx, field: StoredField): StoredField => {
    tx.publish(FieldChanged, {
      workspaceId: field.workspaceId,
      data: { field: { ...shownField(field), subject } },
    })
    return field
  }

  /** Every record takes its value of the field into the unique index; refuses with 422 and the list when two hold the same. */
  const claimValues = async (workspaceId: Id, { key }: StoredField): Promise<void> => {
    const answers = await records.listAnswers(workspaceId, key)
    const duplicates = duplicatesAmong(key, answers)
    if (duplicates.length > 0)
      throw new AppError(
        'VALIDATION_FAILED',
        `isUnique cannot be switched on: ${key} has values that repeat`,
        {
          details: duplicates.slice(0, shownDuplicates).map(({ value, ids }) => ({
            path: 'isUnique',
            message: `"${value}" is held by ${ids.join(', ')}`,
          })),
        },
      )
    for (const { id, valueKeys } of answers)
      await records.addUniqueKeys(workspaceId, id, ofField(key, valueKeys))
  }

  const freeValues = async (workspaceId: Id, { key }: StoredField): Promise<void> => {
    for (const { id, valueKeys } of await records.listAnswers(workspaceId, key))
      await records.removeUniqueKeys(workspaceId, id, ofField(key, valueKeys))
  }

  return {
    list: (workspaceId: Id, query: PageQuery) => fields.page(workspaceId, subject, query),

    create: (workspaceId: Id, given: NewField) =>
      db.transaction(async (tx) => {
        checkDefinition(given)
        const known = await fields.list(workspaceId, subject)
        if (known.length >= maxFields)
          throw new AppError('VALIDATION_FAILED', `A workspace has at most ${maxFields} fields of one kind`)
        return published(
          tx,
          await fields.insert(workspaceId, {
            phase: null,
            category: null,
            ...given,
            subject,
            order: (known.at(-1)?.order ?? 0) + 1,
            metadata: given.metadata && JSON.stringify(given.metadata),
          }),
        )
      }),

    update: (workspaceId: Id, id: Id, { metadata, ...changes }: Changes) =>
      db.transaction(async (tx) => {
        const field = await fields.get(workspaceId, subject, id)
        const next = { ...field, ...changes }
        checkDefinition(next)
        if (next.isUnique && !field.isUnique) await claimValues(workspaceId, field)
        if (!next.isUnique && field.isUnique) await freeValues(workspaceId, field)
        const updated = await fields.update(workspaceId, id, {
          ...changes,
          ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
        })
        return published(tx, updated ?? field)
      }),

    remove: (workspaceId: Id, id: Id) =>
      db.transaction(async (tx) => {
        const field = await fields.get(workspaceId, subject, id)
        if (field.isUnique) await freeValues(workspaceId, field)
        await fields.remove(workspaceId, id)
        tx.publish(FieldRemoved, { workspaceId, data: { fieldId: id, subject, key: field.key } })
      }),

    reorder: (workspaceId: Id, fieldIds: readonly Id[]) =>
      db.transaction(async (tx) => {
        const known = await fields.list(workspaceId, subject)
        const wanted = new Set(fieldIds)
        if (
          wanted.size !== fieldIds.length ||
          wanted.size !== known.length ||
          known.some(({ id }) => !wanted.has(id))
        )
          throw new AppError('VALIDATION_FAILED', 'fieldIds must name every field once', {
            details: [{ path: 'fieldIds', message: `must name each of the ${known.length} fields once` }],
          })
        for (const [index, id] of fieldIds.entries())
          await fields.update(workspaceId, id, { order: index + 1 })
        const ordered = await fields.list(workspaceId, subject)
        return ordered.map((field) => published(tx, field))
      }),
  }
}

/** A field as replies and events show it. */
export const shownField = ({ metadata, createdAt, updatedAt, ...field }: StoredField) => ({
  ...field,
  phase: field.phase ?? 'pre',
  metadata: metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const ofField = (key: string, valueKeys: readonly string[]): string[] =>
  valueKeys.filter((each) => each.startsWith(`${key}:`))
