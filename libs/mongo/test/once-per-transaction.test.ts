import { beforeAll, describe, expect, it } from 'vitest'
import { oncePerTransaction } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()
let db: Database
beforeAll(async () => {
  db = await server.open({ collections: [], name: 'once_per_transaction' })
})

const newScene = () => {
  const calls: string[] = []
  const claim = oncePerTransaction(db, (day: string, staff: string) => {
    calls.push(`${day} ${staff}`)
    return Promise.resolve(calls.length)
  })
  return { claim, calls }
}

describe('oncePerTransaction', () => {
  it('does the work once for the same arguments, even for concurrent calls', async () => {
    const { claim, calls } = newScene()
    const results = await db.transaction(async () => [
      ...(await Promise.all([claim('Monday', 'Layla'), claim('Monday', 'Layla')])),
      await claim('Monday', 'Layla'),
      await claim('Monday', 'Omar'),
    ])
    expect(results).toEqual([1, 1, 1, 2])
    expect(calls).toEqual(['Monday Layla', 'Monday Omar'])
  })

  it('does the work again in the next transaction', async () => {
    const { claim, calls } = newScene()
    await db.transaction(() => claim('Monday', 'Layla'))
    await db.transaction(() => claim('Monday', 'Layla'))
    expect(calls).toHaveLength(2)
  })

  it('refuses to work outside a transaction', () => {
    const { claim, calls } = newScene()
    expect(() => claim('Monday', 'Layla')).toThrow('transaction')
    expect(calls).toEqual([])
  })
})
