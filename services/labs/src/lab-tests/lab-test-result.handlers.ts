import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import { amendLabTestResult, setLabTestResult } from './lab-test.actions.ts'
import type { LabTestDeps } from './lab-test.actions.ts'
import * as routes from './lab-test.contract.ts'
import { toItemReply } from './lab-test.view.ts'

export const labTestResultHandlers = (deps: LabTestDeps) => [
  handle(routes.setTestResult, async ({ workspaceId, params: { testId, itemId }, body }) => {
    const labTest = await setLabTestResult(deps, workspaceId, testId, itemId, body.resultValueNumeric)
    return reply(200, toItemReply(labTest, itemId))
  }),

  handle(routes.amendTestResult, async ({ workspaceId, principal, params: { testId, itemId }, body }) => {
    const amendment = { ...body, amendedBy: principal.accountId, amendedAt: deps.clock.now() }
    const labTest = await amendLabTestResult(deps, workspaceId, testId, itemId, amendment)
    return reply(200, toItemReply(labTest, itemId))
  }),
]
