import { join } from 'node:path'
import * as billing from '@wp/admin-billing/contract'
import { newId } from '@wp/kernel'
import {
  apiOf,
  encodedPngForm,
  eventually,
  newWorkspace,
  openTestDatabase,
  png,
  startReplicaPair,
} from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { receiptCollection } from '../src/receipts/receipt.store.ts'
import { finance } from '../src/service.ts'

describe('POST /workspace/:workspaceId/receipts', () => {
  it.each([
    ['reply', 1],
    ['request', 0],
  ] as const)(
    'makes one receipt with its file when the %s of its commit is lost in a crash and the key is repeated',
    async (lost, stored) => {
      const pair = await startReplicaPair(finance, join(import.meta.dirname, '../src/main.ts'))
      const db = await openTestDatabase(pair.database, { collections: [receiptCollection] })
      onTestFinished(() => db.close())
      const workspace = await newWorkspace(contract)
      const { token, workspaceId } = workspace
      const receipts = db.tenant(receiptCollection)(workspaceId)
      const mortal = apiOf(contract, { baseUrl: pair.mortalUrl, token, params: { workspaceId } })
      const api = pair.survivor.as(contract, workspace)
      for (const each of [mortal, api])
        await eventually(async () => expect((await each.listIncomes()).status).toBe(200))

      const headers = { 'idempotency-key': newId(), ...encodedPngForm.headers }
      const call = { headers, body: encodedPngForm.body }
      const committing = pair.loseCommit(receiptCollection.name, lost)
      const first = mortal.createReceipt.raw(call).catch(() => 'cut')
      await committing
      await eventually(async () => expect(await receipts.count({})).toBe(stored))
      await pair.kill()
      expect(await first).toBe('cut')
      pair.advance(6 * 60_000)
      await pair.survivor.runJob('remove-files')

      const again = await eventually(async () => {
        const reply = await api.createReceipt.raw(call)
        expect(reply.status).toBe(201)
        return reply.body as { receipt: { id: string } }
      })
      pair.advance(6 * 60_000)
      await pair.survivor.runJob('remove-files')
      expect((await receipts.find({})).map(({ id }) => id)).toEqual([again.receipt.id])
      expect((await api.getReceiptFile.raw({ params: { receiptId: again.receipt.id } })).status).toBe(200)
      const { storage } = (await workspace.use(billing).getOwnStorage()).body
      expect(storage.usedBytes).toBe(png.length)
    },
  )
})
