import * as finance from '@wp/finance/contract'
import * as pos from '@wp/pos/contract'
import { apiOf, databaseProxy, eventually } from '@wp/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newBilling } from './billing-scene.ts'
import { newTest } from './laboratory.ts'

let scene: Awaited<ReturnType<typeof newBilling>>
beforeAll(async () => {
  scene = await newBilling()
}, 60_000)
afterAll(() => scene?.stop())

type Asked = { baseUrl: string; token: string; params: { workspaceId: string } }

const peers = {
  pos: {
    collection: 'invoices',
    ask: (params: { testId: string }) => scene.api.createTestInvoice({ params }),
    proxy: () => scene.toPos,
    count: async (asked: Asked, testId: string) => {
      const { invoices } = (await apiOf(pos, asked).listInvoices()).body
      return invoices.filter(({ reference }) => reference?.id === testId).length
    },
  },
  finance: {
    collection: 'incomes',
    ask: (params: { testId: string }) => scene.api.createTestIncome({ params }),
    proxy: () => scene.toFinance,
    count: async (asked: Asked, testId: string) => {
      const { incomes } = (await apiOf(finance, asked).listIncomes()).body
      return incomes.filter(({ reference }) => reference?.id === testId).length
    },
  },
}

const allMoments = [
  { service: 'pos', moment: 'after it has made the invoice, before it says so' },
  { service: 'finance', moment: 'before its transaction is committed' },
  { service: 'pos', moment: 'before its transaction is committed' },
  { service: 'finance', moment: 'after it has booked the income, before it says so' },
] as const
const moments = process.env['FULL'] === '1' ? allMoments : allMoments.slice(0, 2)

test.each(moments)(
  '$service is killed $moment: there is one after recovery',
  { timeout: 120_000 },
  async ({ service, moment }) => {
    const { collection, ask, proxy, count } = peers[service]
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
    const before = await newTest(scene)
    await eventually(
      async () => expect((await ask({ testId: before.testId })).status).toBeOneOf([200, 201]),
      {
        withinMs: 20_000,
      },
    )

    const { testId } = await newTest(scene)
    const isCommitted = moment.startsWith('after')
    const untilMade = () => eventually(async () => expect(await countAtOther(testId)).toBe(1))
    if (isCommitted) proxy().hold('replies')
    const stopped = isCommitted ? null : toDatabase.holdAtInsert(collection)
    const unanswered = ask({ testId })
    await (stopped ?? untilMade())
    await killed.kill()
    toDatabase.close()
    expect((await unanswered).status).toBeOneOf([503, 504])
    expect(await countAtOther(testId)).toBe(isCommitted ? 1 : 0)

    proxy().switchTo(other.rpcAddress!)
    await eventually(
      async () => {
        await scene.recover(testId)
        const { invoiceStep, incomeStep } = await scene.stored(testId)
        expect([invoiceStep, incomeStep]).toEqual([null, null])
      },
      { withinMs: 20_000 },
    )
    expect(await countAtOther(testId)).toBe(1)
    expect((await ask({ testId })).status).toBe(200)
    expect(await countAtOther(testId)).toBe(1)
  },
)
