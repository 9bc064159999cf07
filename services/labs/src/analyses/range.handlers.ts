import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { AnalysisDeps } from './analysis.actions.ts'
import { createRange, deleteRange, updateRange } from './range.actions.ts'
import * as routes from './range.contract.ts'

export const rangeHandlers = (deps: AnalysisDeps) => [
  handle(routes.createRange, async ({ workspaceId, params, body }) =>
    reply(201, { range: await createRange(deps, workspaceId, params.analysisId, body) }),
  ),

  handle(routes.updateRange, async ({ workspaceId, params: { analysisId, rangeId }, body }) =>
    reply(200, { range: await updateRange(deps, workspaceId, analysisId, rangeId, body) }),
  ),

  handle(routes.deleteRange, async ({ workspaceId, params: { analysisId, rangeId } }) => {
    await deleteRange(deps, workspaceId, analysisId, rangeId)
    return reply(204)
  }),
]
