import * as billing from '@wp/admin-billing/contract'
import { fixedClock } from '@wp/kernel'
import {
  adminApi,
  inProcess,
  newStaff,
  newWorkspace,
  png,
  pngForm,
  s3Keys,
  startS3Server,
  uniqueName,
  type TestWorkspace,
} from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { finance } from '../src/service.ts'

const rent = { title: 'Rent', amount: 12, date: '2027-01-31' }

type Finance = TestWorkspace<typeof contract>
const upload = async ({ api }: Pick<Finance, 'api'>, bytes: Uint8Array = png) =>
  (await api.createReceipt({ body: pngForm(bytes) })).body.receipt
const storageUsed = async ({ use }: Pick<Finance, 'use'>) =>
  (await use(billing).getOwnStorage()).body.storage.usedBytes

describe('/client/workspace/:workspaceId/receipts', () => {
  it('stores a file and serves it, whole or by range, only to members with finance permissions', async () => {
    const workspace = await newWorkspace(contract)
    const { api, token, workspaceId } = workspace
    const made = await api.createReceipt({ body: pngForm() })
    expect(made.status).toBe(201)
    const { receipt } = made.body
    expect(receipt).toMatchObject({ contentType: 'image/png', sizeBytes: png.length })
    expect(await storageUsed(workspace)).toBe(png.length)
    const read = (headers: Record<string, string>) => fetch(receipt.url, { headers })
    const whole = await read({ authorization: `Bearer ${token}` })
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(png)
    expect((await api.getReceiptFile({ params: { receiptId: receipt.id } })).status).toBe(200)
    const part = await api.getReceiptFile({
      params: { receiptId: receipt.id },
      headers: { range: 'bytes=1-3' },
    })
    expect([part.status, part.body]).toEqual([206, 'PNG'])
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${png.length}`)
    expect((await read({})).status).toBe(401)
    const stranger = await newWorkspace(contract)
    expect((await read({ authorization: `Bearer ${stranger.token}` })).status).toBe(403)
    const foreign = { params: { receiptId: receipt.id } }
    expect(await stranger.api.getReceiptFile(foreign)).toFailWith(404, 'NOT_FOUND')
    const reader = await newStaff({ token, workspaceId }, ['clients.view'], contract)
    expect(await reader.api.getReceiptFile(foreign)).toFailWith(403, 'FORBIDDEN')
  })

  it('attaches a receipt once to one entry, rejects a deleted receipt, and frees its storage when it or its entry is deleted', async () => {
    const workspace = await newWorkspace(contract)
    const { api } = workspace
    const [first, second] = [await upload(workspace), await upload(workspace)]
    const { expense } = (await api.createExpense({ ...rent, receipts: [first.id] })).body
    expect(expense.receipts).toEqual([first.id])
    const params = { expenseId: expense.id }
    const taken = await api.createIncome({ ...rent, receipts: [first.id] })
    expect(taken).toFailWith(422, 'VALIDATION_FAILED', { path: 'receipts' })
    expect((await api.listIncomes()).body.incomes).toEqual([])
    const both = await api.updateExpense({ params, body: { receipts: [second.id, first.id] } })
    expect(both.body.expense.receipts).toEqual([second.id, first.id])
    expect((await api.deleteReceipt({ params: { receiptId: second.id } })).status).toBe(204)
    expect((await api.getExpense({ params })).body.expense.receipts).toEqual([first.id])
    expect(await storageUsed(workspace)).toBe(png.length)
    const twice = { params, body: { receipts: [first.id, first.id] } }
    expect(await api.updateExpense(twice)).toFailWith(422, 'VALIDATION_FAILED')
    const unknown = { params, body: { receipts: [second.id] } }
    expect(await api.updateExpense(unknown)).toFailWith(404, 'NOT_FOUND')
    expect((await api.deleteExpense({ params })).status).toBe(204)
    const gone = { params: { receiptId: first.id } }
    expect(await api.getReceiptFile(gone)).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteReceipt(gone)).toFailWith(404, 'NOT_FOUND')
    expect(await storageUsed(workspace)).toBe(0)
  })

  it("rejects files that are empty, too large, not images or PDFs, or beyond the plan's storage", async () => {
    const workspace = await newWorkspace(contract)
    const { api, workspaceId } = workspace
    const send = (bytes: Uint8Array) => api.createReceipt({ body: pngForm(bytes) })
    expect(await send(Buffer.from('<svg onload="alert(1)"/>'))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.createReceipt({ body: pngForm(png, 'a.png', 'picture') })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await send(Buffer.alloc(0))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(Buffer.alloc(10 * 1024 * 1024 + 1))).toFailWith(413, 'PAYLOAD_TOO_LARGE')
    const admin = await adminApi(billing)
    const flags = [{ key: 'storage-mb', value: '0' }]
    const { plan } = (await admin.createPlan({ name: 'Paper', slug: uniqueName('paper-'), flags })).body
    await admin.assignPlan({ params: { workspaceId }, body: { planId: plan.id } })
    expect(await send(png)).toFailWith(422, 'QUOTA_EXCEEDED')
    expect(await storageUsed(workspace)).toBe(0)
  })

  it('stores receipts in the configured S3 bucket, returns 503 while it fails, and deletes receipts left unattached for a day', async () => {
    const workspace = await newWorkspace(contract, { planSlug: 'free' })
    const s3 = await startS3Server()
    const clock = fixedClock(new Date().toISOString())
    const running = await inProcess(finance, {
      clock,
      env: {
        S3_ENDPOINT: s3.endpoint,
        S3_REGION: s3Keys.region,
        S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
      },
    })
    try {
      const api = running.as(contract, workspace)
      const large = Buffer.concat([png, Buffer.alloc(3_000_000, 7)])
      const [named, loose] = [await upload({ api }, large), await upload({ api })]
      const { expense } = (await api.createExpense({ ...rent, receipts: [named.id] })).body
      const place = `/workspace-platform/finance/receipts/${workspace.workspaceId}`
      expect(s3.keys()).toEqual([`${place}/${named.id}`, `${place}/${loose.id}`])
      const part = { params: { receiptId: named.id }, headers: { range: 'bytes=1-3' } }
      expect((await api.getReceiptFile(part)).body).toBe('PNG')
      s3.fail(true)
      expect(await api.getReceiptFile(part)).toFailWith(503, 'UNAVAILABLE')
      expect(await api.createReceipt({ body: pngForm() })).toFailWith(503, 'UNAVAILABLE')
      s3.fail(false)

      clock.advance(24 * 60 * 60_000 - 1000)
      await running.runJob('remove-files')
      expect(s3.keys()).toHaveLength(2)
      clock.advance(1000)
      await running.runJob('remove-files')
      expect(s3.keys()).toEqual([`${place}/${named.id}`])
      expect(await storageUsed(workspace)).toBe(large.length)

      await api.updateExpense({ params: { expenseId: expense.id }, body: { receipts: [] } })
      clock.advance(24 * 60 * 60_000)
      await running.runJob('remove-files')
      expect(s3.keys()).toEqual([])
      expect(await storageUsed(workspace)).toBe(0)
    } finally {
      await running.stop()
      await s3.close()
    }
  })
})

describe('POST /client/workspace/:workspaceId/expenses', () => {
  it('accepts only one of ten concurrent expenses with the same receipt', async () => {
    const workspace = await newWorkspace(contract)
    const { id } = await upload(workspace)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => workspace.api.createExpense({ ...rent, receipts: [id] })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(9)
  })
})
