import { handle, reply } from '@wp/http'
import { addItems, completeTest, createTest, removeItem, updateTest } from './lab-test.actions.ts'
import type { TestDeps } from './lab-test.actions.ts'
import * as routes from './lab-test.contract.ts'
import { toTest } from './lab-test.view.ts'

export const testHandlers = (deps: TestDeps) => [
  handle(routes.listTests, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.tests.list(workspaceId, query)
    return reply(200, { tests: items.map(toTest), pagination })
  }),

  handle(routes.createTest, async ({ workspaceId, workspace, principal, body }) => {
    const { currencyCode } = workspace.settings
    const test = await createTest(deps, workspaceId, currencyCode, body, principal.accountId)
    return reply(201, { test: toTest(test) })
  }),

  handle(routes.getTest, async ({ workspaceId, params }) =>
    reply(200, { test: toTest(await deps.tests.get(workspaceId, params.testId)) }),
  ),

  handle(routes.updateTest, async ({ workspaceId, params, body }) =>
    reply(200, { test: toTest(await updateTest(deps, workspaceId, params.testId, body)) }),
  ),

  handle(routes.completeTest, async ({ workspaceId, params }) => {
    const test = await completeTest(deps, workspaceId, params.testId)
    const missing = test.items.filter(({ resultValueNumeric }) => resultValueNumeric === null)
    return reply(200, {
      test: toTest(test),
      missingResults: missing.map(({ id, testName }) => ({ itemId: id, testName })),
    })
  }),

  handle(routes.addTestItems, async ({ workspaceId, params, body }) =>
    reply(201, { test: toTest(await addItems(deps, workspaceId, params.testId, body.analysisIds)) }),
  ),

  handle(routes.deleteTestItem, async ({ workspaceId, params: { testId, itemId } }) => {
    await removeItem(deps, workspaceId, testId, itemId)
    return reply(204)
  }),
]
