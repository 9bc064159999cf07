import * as finance from '@wp/finance/contract'
import * as pos from '@wp/pos/contract'
import { apiOf, databaseProxy, eventually } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newBilling } from './billing-scene.ts'
import { newLabTest } from './laboratory.ts'

let scene: Awaited<ReturnType<typeof newBilling>>
beforeAll(async () => {
  scene = await newBilling()
})
afterAll(() => scene?.stop())

type Caller = { baseUrl: string; token: string; params: { workspaceId: string } }

const peers = {
  pos: {
    collection: 'invoices',
    send: (params: { testId: string }) => scene.api.createTestInvoice({ params }),
    proxy: () => scene.toPos,
    count: async (caller: Caller, testId: string) => {
      const { invoices } = (await apiOf(pos, caller).listInvoices()).body
      return invoices.filter(({ reference }) => reference?.id === testId).length
    },
  },
  finance: {
    collection: 'incomes',
    send: (params: { testId: string }) => scene.api.createTestIncome({ params }),
    proxy: () => scene.toFinance,
    count: async (caller: Caller, testId: string) => {
      const { incomes } = (await apiOf(finance, caller).listIncomes()).body
      return incomes.filter(({ reference }) => reference?.id === testId).length
    },
  },
}

const allMoments = [
  { service: 'pos', moment: 'after it has created the invoice and before it answers' },
  { service: 'finance', moment: 'before its transaction is committed' },
  { service: 'pos', moment: 'before its transaction is committed' },
  { service: 'finance', moment: 'after it has booked the income and before it answers' },
] as const
const moments = process.env['FULL'] === '1' ? allMoments : allMoments.slice(0, 2)

describe('billing of lab tests', () => {
  it.each(moments)(
    'creates one invoice or income entry after recovery when $service is killed $moment',
    async ({ service, moment }) => {
      const { collection, send, proxy, count } = peers[service]
      const toDatabase = await databaseProxy()
      onTestFinished(() => toDatabase.close())
      const [killed, other] = await Promise.all([
        scene.startPeer(service, { MONGODB_URL: toDatabase.url }),
        scene.startPeer(service),
      ])
      onTestFinished(() => other.kill())
      onTestFinished(() => killed.kill())
      const { token, workspaceId } = scene
      const countAtOther = (testId: string) =>
        count({ baseUrl: other.url, token, params: { workspaceId } }, testId)
      proxy().switchTo(killed.rpcAddress!)
      const before = await newLabTest(scene)
      await eventually(async () =>
        expect((await send({ testId: before.testId })).status).toBeOneOf([200, 201]),
      )

      const { testId } = await newLabTest(scene)
      const isCommitted = moment.startsWith('after')
      const untilCreated = () => eventually(async () => expect(await countAtOther(testId)).toBe(1))
      if (isCommitted) proxy().hold('replies')
      const stopped = isCommitted ? null : toDatabase.holdAtInsert(collection)
      const unanswered = send({ testId })
      await (stopped ?? untilCreated())
      await killed.kill()
      toDatabase.close()
      expect((await unanswered).status).toBeOneOf([503, 504])
      expect(await countAtOther(testId)).toBe(isCommitted ? 1 : 0)

      proxy().switchTo(other.rpcAddress!)
      await eventually(async () => {
        await scene.recover(testId)
        const { invoiceStep, incomeStep } = await scene.stored(testId)
        expect([invoiceStep, incomeStep]).toEqual([null, null])
      })
      expect(await countAtOther(testId)).toBe(1)
      expect((await send({ testId })).status).toBe(200)
      expect(await countAtOther(testId)).toBe(1)
    },
  )
})
