import { AppError, newId, systemClock } from '@wp/kernel'
import { cacheVersionCollection, versionedCache } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createField, deleteField, updateField } from '../src/fields/field.actions.ts'
import { fieldCollection, fieldStore } from '../src/fields/field.store.ts'
import { toStoredValues } from '../src/fields/field.rules.ts'
import { sessionCollection, sessionStore, staffDayCollection } from '../src/sessions/session.store.ts'
import { staffCollection, staffStore } from '../src/staff/staff.store.ts'

// Counts operations, because a field with 15,000 answers takes too long to create here.

let db: Database
let operations: string[] = []
let failAfterUpdates = Number.POSITIVE_INFINITY
beforeAll(async () => {
  db = await openTestDatabase(uniqueName('field_answers'), {
    collections: [
      sessionCollection,
      staffDayCollection,
      staffCollection,
      fieldCollection,
      cacheVersionCollection,
    ],
    beforeOperation: ({ collection, name }) => {
      const operation = `${collection} ${name}`
      operations.push(operation)
      if (
        operation === 'sessions update' &&
        operations.filter((each) => each === operation).length > failAfterUpdates
      )
        throw new AppError('UNAVAILABLE', 'The database is down')
    },
  })
})
afterAll(() => db?.close())

const answers = 450

/** A session field with answers in many sessions; answers with an index in `same` are equal. */
const newScene = async (same: number[] = []) => {
  const workspaceId = newId()
  const cache = versionedCache(db)
  const deps = {
    db,
    clock: systemClock,
    fields: fieldStore(db, cache),
    sessions: sessionStore(db),
    staff: staffStore(db, cache),
  }
  const definition = {
    key: 'badge',
    label: 'Badge',
    type: 'text' as const,
    description: null,
    isRequired: false,
    isUnique: false,
    isFilterable: true,
    options: null,
    metadata: null,
  }
  const field = await createField(deps, workspaceId, 'sessions', definition)
  const toSession = (value: string) => {
    const id = newId()
    const values = [{ fieldId: field.id, fieldKey: 'badge', value, phase: 'pre' as const }]
    return {
      id,
      name: 'Visit',
      clientId: newId(),
      clientName: 'Ali',
      services: [],
      staffId: null,
      staffName: null,
      date: '2027-03-10',
      startMinute: 0,
      endMinute: 30,
      durationMinutes: 30,
      status: 'scheduled' as const,
      questionCategory: null,
      notes: [],
      attachments: [],
      invoice: null,
      ...toStoredValues(id, [field], values),
    }
  }
  const sessions = db.tenant(sessionCollection)(workspaceId)
  const values = Array.from({ length: answers }, (_, index) =>
    same.includes(index) ? 'same' : `value ${index}`,
  )
  // In small batches, because one large insert takes too long on a busy machine.
  for (let at = 0; at < answers; at += 50) await sessions.insertMany(values.slice(at, at + 50).map(toSession))
  operations = []
  failAfterUpdates = Number.POSITIVE_INFINITY
  const setUnique = (isUnique: boolean) => updateField(deps, workspaceId, 'sessions', field.id, { isUnique })
  return {
    workspaceId,
    deps,
    field,
    sessions,
    setUnique,
    insert: (value: string) => sessions.insert(toSession(value)),
  }
}

const countUpdates = () => operations.filter((each) => each === 'sessions update').length

describe('a field with many answers', () => {
  it('is deleted without any operation on sessions', async () => {
    const { workspaceId, deps, field } = await newScene()
    await deleteField(deps, workspaceId, 'sessions', field.id)
    expect(operations.filter((each) => each.startsWith('sessions'))).toEqual([])
  })

  it('is made unique by continuing where a failed request stopped', async () => {
    const { deps, workspaceId, field, sessions, setUnique } = await newScene()
    failAfterUpdates = 250
    await expect(setUnique(true)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await deps.fields.get(workspaceId, 'sessions', field.id)).toMatchObject({ isUnique: false })
    operations = []
    failAfterUpdates = Number.POSITIVE_INFINITY
    expect(await setUnique(true)).toMatchObject({ isUnique: true })
    expect(countUpdates()).toBeGreaterThan(0)
    expect(countUpdates()).toBeLessThan(answers - 150)
    const stored = await sessions.find({})
    expect(stored.every(({ uniqueKeys, valueKeys }) => uniqueKeys.includes(valueKeys[0]!))).toBe(true)
    expect(stored.every(({ createdAt, updatedAt }) => createdAt.getTime() === updatedAt.getTime())).toBe(true)
  })

  it('is not made unique while it has duplicate answers, even if it was unique before', async () => {
    const { setUnique, insert } = await newScene([3, 440])
    await expect(setUnique(true)).rejects.toMatchObject({
      status: 422,
      details: [
        { path: 'isUnique', message: expect.stringMatching(/^cannot be enabled: "same" is used by/) },
      ],
    })
    const other = await newScene()
    await other.setUnique(true)
    await other.setUnique(false)
    await other.insert('value 7')
    await expect(other.setUnique(true)).rejects.toMatchObject({ status: 422 })
    await insert('value 8')
  })
})
