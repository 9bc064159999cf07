import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import { evaluateDesignResult, fetchDesignResult, putDesignResult } from './design-result.actions.ts'
import * as routes from './design-result.contract.ts'
import { toDesignResult } from './design-result.view.ts'

type DesignDeps = Pick<LabsDeps, 'db' | 'designResults' | 'compiledDesigns' | 'designSource' | 'logger'>

export const designResultHandlers = (deps: DesignDeps) => [
  handle(routes.getDesignResult, async ({ workspaceId, params: { testId }, query }) => {
    const stored = query.fetchFromExternal
      ? await fetchDesignResult(deps, workspaceId, testId)
      : await deps.designResults.get(workspaceId, testId)
    return reply(200, { designResult: toDesignResult(stored) })
  }),

  handle(routes.putDesignResult, async ({ workspaceId, params: { testId }, body }) =>
    reply(200, { designResult: toDesignResult(await putDesignResult(deps, workspaceId, testId, body)) }),
  ),

  handle(routes.evaluateDesignResult, async ({ workspaceId, params: { testId }, body }) =>
    reply(200, await evaluateDesignResult(deps, workspaceId, testId, body.values)),
  ),
]
