import { reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import { requireActiveTaxRate } from '@wp/workspaces'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import { createAnalysis, deactivateAnalysis, restoreAnalysis, updateAnalysis } from './analysis.actions.ts'
import * as routes from './analysis.contract.ts'
import type { StoredAnalysis } from './analysis.types.ts'
import { toAnalysis } from './analysis.view.ts'

export const analysisHandlers = (deps: Pick<LabsDeps, 'db' | 'analyses' | 'units' | 'clock'>) => {
  const show = async (workspaceId: Id, shown: readonly StoredAnalysis[]) => {
    const unitIds = [...new Set(shown.flatMap(({ unitId }) => unitId ?? []))]
    const units = unitIds.length === 0 ? [] : await deps.units.listByIds(workspaceId, unitIds)
    return shown.map((each) => toAnalysis(each, units))
  }
  const showOne = async (stored: StoredAnalysis) => {
    const [analysis] = await show(stored.workspaceId, [stored])
    return { analysis: analysis! }
  }
  return [
    handle(routes.listAnalyses, async ({ workspaceId, query }) => {
      const { items, pagination } = await deps.analyses.list(workspaceId, query)
      return reply(200, { analyses: await show(workspaceId, items), pagination })
    }),

    handle(routes.createAnalysis, async ({ workspaceId, workspace, body }) => {
      requireActiveTaxRate(workspace.taxRates, body.taxRateId)
      return reply(201, await showOne(await createAnalysis(deps, workspaceId, body)))
    }),

    handle(routes.getAnalysis, async ({ workspaceId, params }) =>
      reply(200, await showOne(await deps.analyses.get(workspaceId, params.analysisId))),
    ),

    handle(routes.updateAnalysis, async ({ workspaceId, workspace, params, body }) => {
      requireActiveTaxRate(workspace.taxRates, body.taxRateId)
      return reply(200, await showOne(await updateAnalysis(deps, workspaceId, params.analysisId, body)))
    }),

    handle(routes.deactivateAnalysis, async ({ workspaceId, params }) =>
      reply(200, await showOne(await deactivateAnalysis(deps, workspaceId, params.analysisId))),
    ),

    handle(routes.restoreAnalysis, async ({ workspaceId, params }) =>
      reply(200, await showOne(await restoreAnalysis(deps, workspaceId, params.analysisId))),
    ),
  ]
}
