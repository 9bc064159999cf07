import { handle, reply } from '@wp/http'
import { toTest } from './lab-test.view.ts'
import { createTestIncome, createTestInvoice } from './test-billing.actions.ts'
import type { BillingDeps } from './test-billing.actions.ts'
import * as routes from './test-billing.contract.ts'

export const testBillingHandlers = (deps: BillingDeps) => [
  handle(routes.createTestInvoice, async ({ workspaceId, principal, params: { testId } }) => {
    const { test, isNew } = await createTestInvoice(deps, workspaceId, testId, principal.accountId)
    return reply(isNew ? 201 : 200, { invoice: test.invoice!, test: toTest(test) })
  }),

  handle(routes.createTestIncome, async ({ workspaceId, principal, params: { testId } }) => {
    const { income, test, isNew } = await createTestIncome(deps, workspaceId, testId, principal.accountId)
    return reply(isNew ? 201 : 200, { income, test: toTest(test) })
  }),
]
