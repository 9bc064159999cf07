import { join } from 'node:path'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import { inProcess, openTestDatabase, rpcOf, startReplica, tcpProxy, uniqueName } from '@wp/testing'
import * as contract from '../src/contract.ts'
import { testCollection } from '../src/lab-tests/lab-test.store.ts'
import { labs } from '../src/service.ts'
import { startFinance } from './finance.ts'
import { newLaboratory, newTest } from './laboratory.ts'

/** Labs in this process with pos and finance behind proxies, and a test of 12.50 that can be billed. */
export const newBilling = async () => {
  const finance = await startFinance()
  const [toPos, toFinance] = [await tcpProxy(rpcOf('pos')), await tcpProxy(finance.address)]
  const prefix = `${uniqueName('t')}_`
  const peers = { POS_RPC: toPos.address, FINANCE_RPC: toFinance.address, DATABASE_PREFIX: prefix }
  const running = await inProcess(labs, { env: peers })
  const workspace = await newLaboratory()
  const laboratory = { ...workspace, api: running.as(contract, workspace) }
  const db = await openTestDatabase(`${prefix}labs`, { collections: [testCollection] })
  const tests = db.tenant(testCollection)(workspace.workspaceId)
  const { testId } = await newTest(laboratory)
  const params = { testId }
  return {
    ...laboratory,
    running,
    testId,
    params,
    toPos,
    toFinance,
    booked: finance.booked,
    stored: () => tests.get({ id: testId }),
    removeClient: () => workspace.use(scheduling).deleteClient({ params: { clientId: workspace.clientId } }),
    invoicesAtTill: async () => (await workspace.use(pos).listInvoices()).body.invoices,
    /** Runs the job that completes what was left, as if its time had come. */
    recover: async () => {
      for (const field of ['invoiceUntil', 'incomeUntil'] as const) {
        const test = await tests.get({ id: testId })
        if (test[field]) await tests.update({ id: testId }, { [field]: new Date(0) })
      }
      await running.runJob('complete-billing-steps')
    },
    /** A second replica, as a process of its own. */
    startReplica: () =>
      startReplica(join(import.meta.dirname, '../src/main.ts'), {
        ...peers,
        SCHEDULING_RPC: rpcOf('scheduling'),
        IDENTITY_RPC: rpcOf('identity'),
        ADMIN_BILLING_RPC: rpcOf('admin-billing'),
        NATS_URL: running.natsUrl,
      }),
    stop: async () => {
      toPos.close()
      toFinance.close()
      await db.close()
      await running.stop()
      await finance.stop()
    },
  }
}
