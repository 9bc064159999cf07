import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from '@wp/kernel'
import { mongo } from 'mongoose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collection } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'

const accounts = collection<{ balance: number }>('accounts', 'Account', { balance: Number }, [
  { keys: { workspaceId: 1 } },
])

const server = scratchServer({ enableTestCommands: true })
const outsideTransactions = AsyncLocalStorage.snapshot()

describe('a transaction with a write conflict', () => {
  it('starts again without waiting for the abort', async () => {
    const db = await server.open({ collections: [accounts] })
    const own = db.tenant(accounts)(newId())
    const { id } = await own.insert({ balance: 0 })
    const increase = () => own.updateIf({ id }, { $inc: { balance: 1 } })
    const admin = await mongo.MongoClient.connect(server.uri())
    onTestFinished(() => admin.close())
    await admin.db('admin').command({
      configureFailPoint: 'failCommand',
      mode: 'alwaysOn',
      data: { failCommands: ['abortTransaction'], blockConnection: true, blockTimeMS: 5000 },
    })
    const conflicts = 6
    let attempts = 0
    const startedAt = performance.now()
    await db.transaction(async () => {
      await own.get({ id })
      if (attempts++ < conflicts) await outsideTransactions(increase)
      await increase()
    })
    expect(attempts).toBe(conflicts + 1)
    expect(performance.now() - startedAt).toBeLessThan(2500)
    expect((await own.get({ id })).balance).toBe(conflicts + 1)
  })
})
