import { join } from 'node:path'
import * as finance from '@wp/finance/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import { inProcess, openTestDatabase, rpcOf, startReplica, tcpProxy, uniqueName } from '@wp/testing'
import * as contract from '../src/contract.ts'
import { labTestCollection } from '../src/lab-tests/lab-test.store.ts'
import { labs } from '../src/service.ts'
import { newLaboratory, newLabTest } from './laboratory.ts'

/** Starts labs in this process, with proxies to pos and finance and a lab test that costs 12.50. */
export const newBilling = async () => {
  const [toPos, toFinance] = [await tcpProxy(rpcOf('pos')), await tcpProxy(rpcOf('finance'))]
  const prefix = `${uniqueName('t')}_`
  const peers = {
    POS_RPC: toPos.address,
    FINANCE_RPC: toFinance.address,
    DATABASE_PREFIX: prefix,
    RPC_DEADLINE_MS: '2000',
  }
  const running = await inProcess(labs, { env: peers })
  const workspace = await newLaboratory()
  const laboratory = { ...workspace, api: running.as(contract, workspace) }
  const db = await openTestDatabase(`${prefix}labs`, { collections: [labTestCollection] })
  const tests = db.tenant(labTestCollection)(workspace.workspaceId)
  const { testId } = await newLabTest(laboratory)
  const params = { testId }
  return {
    ...laboratory,
    running,
    testId,
    params,
    toPos,
    toFinance,
    stored: (id = testId) => tests.get({ id }),
    removeClient: () => workspace.use(scheduling).deleteClient({ params: { clientId: workspace.clientId } }),
    listInvoices: async () => (await workspace.use(pos).listInvoices()).body.invoices,
    incomes: async () => (await workspace.use(finance).listIncomes()).body.incomes,
    /** Makes the open steps overdue and runs the recovery job. */
    recover: async (id = testId) => {
      for (const field of ['invoiceUntil', 'incomeUntil'] as const) {
        const test = await tests.get({ id })
        if (test[field]) await tests.update({ id }, { [field]: new Date(0) })
      }
      await running.runJob('complete-billing-steps')
    },
    /** Starts pos or finance in a separate process with its own database. */
    startPeer: (service: 'pos' | 'finance', env: Record<string, string> = {}) =>
      startReplica(join(import.meta.dirname, '../..', service, 'src/main.ts'), {
        DATABASE_PREFIX: prefix,
        NATS_URL: running.natsUrl,
        STOREFRONT_RPC: '127.0.0.1:9', // not called, because lab tests contain no products
        ...env,
      }),
    /** Starts a second labs replica in a separate process. */
    startReplica: () =>
      startReplica(join(import.meta.dirname, '../src/main.ts'), {
        ...peers,
        NATS_URL: running.natsUrl,
      }),
    stop: async () => {
      toPos.close()
      toFinance.close()
      await db.close()
      await running.stop()
    },
  }
}
