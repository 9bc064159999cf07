import { newId } from '@wp/kernel'
import { assertIndexed } from '@wp/mongo'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import {
  clientCollection,
  clientStore,
  foldClientSearch,
  matchingClients,
} from '../src/clients/client.store.ts'
import { addTaskSearch, matchingTasks, taskCollection } from '../src/tasks/task.store.ts'

describe('matchingClients', () => {
  it('uses an index and reads at most one client that does not match', async () => {
    const db = await openTestDatabase(uniqueName('indexes'), { collections: [clientCollection] })
    try {
      const clients = db.tenant(clientCollection)(newId())
      const blank = { email: null, phone: null, dateOfBirth: null, gender: null, notes: null, discount: null }
      await clients.insertMany(
        Array.from({ length: 500 }, (_, index) => ({
          ...blank,
          name: `Client ${index}`,
          searchKeys: [`client ${index}`, `${index}`, `client${index}@example.com`],
          deletedAt: null,
        })),
      )
      const explanation = await clients.explain(matchingClients('client49'))
      assertIndexed(explanation)
      expect(explanation.returned).toBe(11)
      expect(explanation.docsExamined).toBeLessThanOrEqual(12)
    } finally {
      await db.close()
    }
  })
})

describe('foldClientSearch', () => {
  it('lets a search without accents find clients whose search keys contain accents', async () => {
    const db = await openTestDatabase(uniqueName('folded'), { collections: [clientCollection] })
    try {
      const workspaceId = newId()
      const clients = clientStore(db)
      const { id } = await clients.insert(workspaceId, { name: 'Éloïse' })
      await db
        .tenant(clientCollection)(workspaceId)
        .update({ id }, { searchKeys: ['éloïse'] })
      const found = async () =>
        (await clients.list(workspaceId, { page: 1, limit: 20, search: 'eloise' })).items.length
      expect(await found()).toBe(0)
      await foldClientSearch.up(db, new AbortController().signal)
      expect(await found()).toBe(1)
    } finally {
      await db.close()
    }
  })
})

describe('matchingTasks', () => {
  it('uses an index for a search, even of tasks from older versions', async () => {
    const db = await openTestDatabase(uniqueName('tasks'), { collections: [taskCollection] })
    try {
      const tasks = db.tenant(taskCollection)(newId())
      await tasks.insertMany(
        Array.from({ length: 500 }, (_, index) => ({
          title: `Task t${index}`,
          description: null,
          staffId: null,
          dueDate: null,
          status: 'open' as const,
        })),
      )
      const filter = matchingTasks({ search: 't49' })
      expect(await tasks.find(filter)).toEqual([])
      await addTaskSearch.up(db, new AbortController().signal)
      const explanation = await tasks.explain(filter, { sort: { createdAt: -1, id: -1 } })
      assertIndexed(explanation, { allowSort: true })
      expect(explanation.returned).toBe(11)
      expect(explanation.docsExamined).toBeLessThanOrEqual(12)
    } finally {
      await db.close()
    }
  })
})
