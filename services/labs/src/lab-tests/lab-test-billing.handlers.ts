import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import { toLabTest } from './lab-test.view.ts'
import { createLabTestIncome, createLabTestInvoice } from './lab-test-billing.actions.ts'
import type { BillingDeps } from './lab-test-billing.actions.ts'
import * as routes from './lab-test-billing.contract.ts'

export const labTestBillingHandlers = (deps: BillingDeps) => [
  handle(routes.createTestInvoice, async ({ workspaceId, principal, params: { testId } }) => {
    const { labTest, isNew } = await createLabTestInvoice(deps, workspaceId, testId, principal.accountId)
    return reply(isNew ? 201 : 200, { invoice: labTest.invoice!, test: toLabTest(labTest) })
  }),

  handle(routes.createTestIncome, async ({ workspace, principal, params: { testId } }) => {
    const { income, labTest, isNew } = await createLabTestIncome(deps, workspace, testId, principal.accountId)
    return reply(isNew ? 201 : 200, { income, test: toLabTest(labTest) })
  }),
]
