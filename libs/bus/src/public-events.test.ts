import type { Tx } from '@wp/mongo'
import { subjectOf } from '@wp/mongo/subjects'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shardFilterOf, subjectFilterOf } from './events.ts'
import {
  definePublicEvent,
  fromPublicEventDeclaration,
  publicEventsOf,
  publishPublicEvent,
  toPublicData,
  toPublicEventDeclaration,
} from './public-events.ts'

const LabTestPublished = definePublicEvent({
  service: 'labs',
  resource: 'lab_test',
  field: 'test',
  verbs: ['created', 'completed'],
  permission: 'labs.view',
  record: z.object({ id: z.string(), name: z.string() }),
})

const id = '0123456789abcdef01234567'
const workspaceId = '0123456789abcdef01234568'

/** Returns what `publish` passes to the transaction. */
const published = (publish: (tx: Tx) => void) => {
  const messages: { data: unknown; shortData: unknown; aggregate: string | undefined }[] = []
  publish({
    publish: (event, { data, shortData, aggregate }) =>
      void messages.push({
        data: event.data.parse(data),
        shortData: event.data.parse(shortData),
        aggregate,
      }),
    afterCommit: () => undefined,
  })
  return messages
}

describe('definePublicEvent', () => {
  it('names the types, and gives each workspace a subject in one of four shards', () => {
    expect(LabTestPublished).toMatchObject({
      type: 'wp.labs.lab-test.published.v1',
      publicTypes: ['lab_test.created', 'lab_test.completed'],
      field: 'test',
      channel: 'lab_tests',
      permission: 'labs.view',
    })
    const subject = subjectOf(LabTestPublished, workspaceId)
    expect(subject).toBe(`wp.labs.lab-test.published-0.v1-${workspaceId}`)
    expect(shardFilterOf(LabTestPublished, 0)).toBe('wp.labs.lab-test.published-0.*')
    expect(subjectFilterOf(LabTestPublished)).toBe('wp.labs.lab-test.*.*')
    const others = Array.from({ length: 8 }, (_, at) =>
      subjectOf(LabTestPublished, `0123456789abcdef0123456${at}`),
    )
    expect(new Set(others.map((each) => each.split('.')[3]))).toEqual(
      new Set(['published-0', 'published-1', 'published-2', 'published-3']),
    )
  })

  it("finds the event in a contract's exports", () => {
    expect(publicEventsOf({ LabTestPublished, other: 1, none: null })).toEqual([LabTestPublished])
  })
})

describe('toPublicEventDeclaration', () => {
  it('survives JSON serialization, and gives other services the same subjects and data, including unknown fields', () => {
    const text = JSON.stringify(toPublicEventDeclaration(LabTestPublished))
    const learnt = fromPublicEventDeclaration(JSON.parse(text) as ReturnType<typeof toPublicEventDeclaration>)
    const { type, resource, field, channel, permission, publicTypes } = LabTestPublished
    expect(learnt).toMatchObject({ type, resource, field, channel, permission, publicTypes })
    expect(shardFilterOf(learnt, 3)).toBe(shardFilterOf(LabTestPublished, 3))
    expect(subjectOf(learnt, workspaceId)).toBe(subjectOf(LabTestPublished, workspaceId))
    const data = { type: 'lab_test.created', recordId: id, record: { id, name: 'Glucose', added: { a: 1 } } }
    expect(learnt.data.parse(data)).toEqual(data)
    expect(learnt.data.parse({ ...data, record: null })).toEqual({ ...data, record: null })
    expect(() => learnt.data.parse({ ...data, recordId: 'x' })).toThrow('recordId')
  })
})

describe('publishPublicEvent', () => {
  it("publishes the schema's fields, or only the id, in order per record", () => {
    const record = { id, name: 'Glucose', secret: 'x' }
    expect(
      published((tx) => publishPublicEvent(tx, LabTestPublished, 'created', workspaceId, record)),
    ).toEqual([
      {
        data: { type: 'lab_test.created', recordId: id, record: { id, name: 'Glucose' } },
        shortData: { type: 'lab_test.created', recordId: id, record: null },
        aggregate: `published:lab_test:${id}`,
      },
    ])
  })
})

describe('toPublicData', () => {
  it('returns the record under its name in the API, or only its id', () => {
    const record = { id, name: 'Glucose' }
    expect(toPublicData(LabTestPublished, { recordId: id, record })).toEqual({ test: record })
    expect(toPublicData(LabTestPublished, { recordId: id, record: null })).toEqual({
      test: { id },
      isTruncated: true,
    })
  })
})
