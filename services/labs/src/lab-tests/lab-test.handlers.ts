import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import {
  addLabTestItems,
  completeLabTest,
  createLabTest,
  getClient,
  removeLabTestItem,
  testNumberQueue,
  updateLabTest,
} from './lab-test.actions.ts'
import type { FoundClient, LabTestDeps } from './lab-test.actions.ts'
import * as routes from './lab-test.contract.ts'
import { toLabTest } from './lab-test.view.ts'

export const labTestHandlers = (deps: LabTestDeps) => [
  handle(routes.listTests, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.labTests.list(workspaceId, query)
    return reply(200, { tests: items.map(toLabTest), pagination })
  }),

  handle(
    routes.createTest,
    async ({ workspaceId, workspace, principal, body }, client: FoundClient) => {
      const { currencyCode } = workspace.settings
      const labTest = await createLabTest(deps, workspaceId, currencyCode, client, body, principal.accountId)
      return reply(201, { test: toLabTest(labTest) })
    },
    {
      prepare: ({ workspaceId, body }) => getClient(deps, workspaceId, body.clientId),
      queue: ({ workspaceId }) => testNumberQueue(workspaceId),
    },
  ),

  handle(routes.getTest, async ({ workspaceId, params }) =>
    reply(200, { test: toLabTest(await deps.labTests.get(workspaceId, params.testId)) }),
  ),

  handle(routes.updateTest, async ({ workspaceId, params, body }) =>
    reply(200, { test: toLabTest(await updateLabTest(deps, workspaceId, params.testId, body)) }),
  ),

  handle(routes.completeTest, async ({ workspaceId, params }) => {
    const labTest = await completeLabTest(deps, workspaceId, params.testId)
    const missing = labTest.items.filter(({ resultValueNumeric }) => resultValueNumeric === null)
    return reply(200, {
      test: toLabTest(labTest),
      missingResults: missing.map(({ id, testName }) => ({ itemId: id, testName })),
    })
  }),

  handle(routes.addTestItems, async ({ workspaceId, params, body }) => {
    const labTest = await addLabTestItems(deps, workspaceId, params.testId, body.analysisIds)
    return reply(201, { test: toLabTest(labTest) })
  }),

  handle(routes.deleteTestItem, async ({ workspaceId, params: { testId, itemId } }) => {
    await removeLabTestItem(deps, workspaceId, testId, itemId)
    return reply(204)
  }),
]
