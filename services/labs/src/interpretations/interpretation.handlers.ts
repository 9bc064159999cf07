import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import { getItem } from '../lab-tests/lab-test-result.rules.ts'
import { estimateFinding, interpretFinding } from './interpretation.actions.ts'
import * as routes from './interpretation.contract.ts'
import { toFinding } from './interpretation.rules.ts'

export const interpretationHandlers = (
  deps: Pick<LabsDeps, 'labTests' | 'interpreter' | 'interpretations' | 'logger'>,
) => [
  handle(routes.interpretResult, async ({ workspaceId, params: { testId, itemId }, body }) => {
    const { items } = await deps.labTests.get(workspaceId, testId)
    const finding = toFinding(getItem(items, itemId))
    return reply(200, { interpretation: await interpretFinding(deps, workspaceId, finding, body.language) })
  }),

  handle(routes.estimateInterpretation, async ({ workspaceId, params: { testId, itemId } }) => {
    const { items } = await deps.labTests.get(workspaceId, testId)
    return reply(200, { estimate: estimateFinding(deps, toFinding(getItem(items, itemId))) })
  }),
]
