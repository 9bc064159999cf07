import type { PublicEvent } from '@wp/bus'
import type { RecordedExamples } from '../src/reference/api-guide.ts'

const exampleIds = { id: '0f1a2b3c4d5e6f7081920304', workspaceId: '6afb197801648bd76575f069' }

/** Returns the schema of the record as the API returns it. */
export const recordOf = ({ data }: PublicEvent) => data.shape.record.unwrap()

/** Returns a sentence that describes who may receive the event. */
export const describeNeed = ({ permission }: PublicEvent): string =>
  `Requires ${permission === 'owner' ? 'the owner' : `the permission ${permission}`}`

/** Returns the body of a request with a recorded record, or null when none was recorded. */
export const toExample = (type: string, event: PublicEvent, examples: RecordedExamples): object | null => {
  const record = findExample(event, examples)
  if (record === undefined) return null
  return {
    ...exampleIds,
    type,
    apiVersion: 'v1',
    createdAt: '2027-03-10T09:00:00.000Z',
    data: { [event.field]: record },
  }
}

/** Returns a record of the event's resource from the recorded replies. */
const findExample = (event: PublicEvent, examples: RecordedExamples): unknown => {
  const replies = Object.values(examples).flatMap((byStatus) => Object.values(byStatus)) as unknown[]
  for (const record of replies.flatMap((reply) => candidatesIn(reply, event.field))) {
    const { success, data } = recordOf(event).safeParse({ ...exampleKeys, ...record })
    if (success) return data
  }
  return undefined
}

/** Keys that public records have in addition to those of replies. */
const exampleKeys = {
  id: exampleIds.workspaceId,
  testId: exampleIds.workspaceId,
  taskId: exampleIds.workspaceId,
}

/** Returns the records in a reply: `{ client }` or `{ clients: [] }`. */
const candidatesIn = (reply: unknown, field: string): object[] =>
  Object.entries((reply ?? {}) as Record<string, unknown>)
    .filter(([name]) => name === field || name === `${field}s`)
    .flatMap(([, value]) => value as object | object[])
    .filter((record) => typeof record === 'object' && record !== null)
