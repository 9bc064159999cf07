import { ApiError } from '@workspace-platform/client'
import { labs } from '@workspace-platform/client/labs'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { Client } from '@workspace-platform/client/scheduling'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { missingDetails } from './client.rules.ts'

const { deleteClient, listSessions, updateClient, updateSession } = platform.use(scheduling)
const { listTests, updateTest } = platform.use(labs)

const readAll = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Billed tests stay with the client of their invoice. */
const moveTest = async (testId: string, clientId: string): Promise<void> => {
  try {
    await updateTest({ params: { testId }, body: { clientId } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422)) throw error
  }
}

/**
 * Moves the sessions, lab tests and missing details of a client to another one and deletes it last, so that it can be
 * repeated after a failure.
 */
export const mergeClients = async (kept: Client, other: Client, movesTests: boolean): Promise<void> => {
  const query = { clientId: other.id, limit: 100 }
  for (const { id } of await readAll(listSessions.each({ query })))
    await updateSession({ params: { sessionId: id }, body: { clientId: kept.id } })
  if (movesTests) for (const { id } of await readAll(listTests.each({ query }))) await moveTest(id, kept.id)
  const details = missingDetails(kept, other)
  if (Object.keys(details).length > 0) await updateClient({ params: { clientId: kept.id }, body: details })
  await deleteClient({ params: { clientId: other.id } })
  await reloadQueries(['clients'], ['sessions'], ['lab_tests'])
}
