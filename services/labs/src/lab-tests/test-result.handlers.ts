import { handle, reply } from '@wp/http'
import { invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { changeItem } from './lab-test.actions.ts'
import type { TestDeps } from './lab-test.actions.ts'
import * as routes from './lab-test.contract.ts'
import { amendItem, checkOpen, getItem, toSubject, withResult } from './lab-test.rules.ts'
import type { StoredTest } from './lab-test.store.ts'
import { toTest, toTestItem } from './lab-test.view.ts'

export const testResultHandlers = (deps: TestDeps) => [
  handle(routes.setTestResult, async ({ workspaceId, params: { testId, itemId }, body }) => {
    const test = await changeItem(
      deps,
      workspaceId,
      testId,
      itemId,
      (known, item, analyses) => withResult(item, body.resultValueNumeric, analyses, toSubject(known)),
      checkOpen,
    )
    return reply(200, show(test, itemId))
  }),

  handle(routes.amendTestResult, async ({ workspaceId, principal, params: { testId, itemId }, body }) => {
    const amendment = { ...body, amendedBy: principal.accountId, amendedAt: deps.clock.now() }
    const test = await changeItem(
      deps,
      workspaceId,
      testId,
      itemId,
      (known, item, analyses) => amendItem(item, amendment, analyses, toSubject(known)),
      checkCompleted,
    )
    return reply(200, show(test, itemId))
  }),
]

const show = (test: StoredTest, itemId: Id) => ({
  item: toTestItem(getItem(test.items, itemId)),
  test: toTest(test),
})

const checkCompleted = ({ status }: StoredTest): void => {
  if (status !== 'completed')
    throw invalid('status', `is ${status}: only a result of a completed test is amended; enter it instead`)
}
