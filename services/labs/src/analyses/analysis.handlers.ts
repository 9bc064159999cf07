import { reply } from '@wp/http'
import { requireActiveTaxRate } from '@wp/workspaces'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import {
  createAnalysis,
  deactivateAnalysis,
  restoreAnalysis,
  showAnalyses,
  updateAnalysis,
} from './analysis.actions.ts'
import * as routes from './analysis.contract.ts'

export const analysisHandlers = (deps: Pick<LabsDeps, 'db' | 'analyses' | 'units' | 'clock'>) => [
  handle(routes.listAnalyses, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.analyses.list(workspaceId, query)
    return reply(200, { analyses: await showAnalyses(deps, workspaceId, items), pagination })
  }),

  handle(routes.createAnalysis, async ({ workspaceId, workspace, body }) => {
    requireActiveTaxRate(workspace.taxRates, body.taxRateId)
    return reply(201, { analysis: await createAnalysis(deps, workspaceId, body) })
  }),

  handle(routes.getAnalysis, async ({ workspaceId, params }) => {
    const stored = await deps.analyses.get(workspaceId, params.analysisId)
    const [analysis] = await showAnalyses(deps, workspaceId, [stored])
    return reply(200, { analysis: analysis! })
  }),

  handle(routes.updateAnalysis, async ({ workspaceId, workspace, params, body }) => {
    requireActiveTaxRate(workspace.taxRates, body.taxRateId)
    return reply(200, { analysis: await updateAnalysis(deps, workspaceId, params.analysisId, body) })
  }),

  handle(routes.deactivateAnalysis, async ({ workspaceId, params }) =>
    reply(200, { analysis: await deactivateAnalysis(deps, workspaceId, params.analysisId) }),
  ),

  handle(routes.restoreAnalysis, async ({ workspaceId, params }) =>
    reply(200, { analysis: await restoreAnalysis(deps, workspaceId, params.analysisId) }),
  ),
]
