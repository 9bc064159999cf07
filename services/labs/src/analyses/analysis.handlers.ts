import { handle, reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import { createAnalysis, updateAnalysis } from './analysis.actions.ts'
import * as routes from './analysis.contract.ts'
import { publishAnalysisChanged } from './analysis.events.ts'
import type { StoredAnalysis } from './analysis.store.ts'
import { toAnalysis } from './analysis.view.ts'

export const analysisHandlers = (deps: Pick<LabsDeps, 'db' | 'analyses' | 'units' | 'clock'>) => {
  const { db, analyses, units, clock } = deps
  const show = async (workspaceId: Id, shown: readonly StoredAnalysis[]) => {
    const unitIds = [...new Set(shown.flatMap(({ unitId }) => unitId ?? []))]
    const known = unitIds.length === 0 ? [] : await units.listByIds(workspaceId, unitIds)
    return shown.map((each) => toAnalysis(each, known))
  }
  const showOne = async (workspaceId: Id, stored: StoredAnalysis) => {
    const [analysis] = await show(workspaceId, [stored])
    return { analysis: analysis! }
  }
  const publish = (change: () => Promise<StoredAnalysis>) =>
    db.transaction(async (tx) => {
      const analysis = await change()
      publishAnalysisChanged(tx, analysis)
      return showOne(analysis.workspaceId, analysis)
    })
  return [
    handle(routes.listAnalyses, async ({ workspaceId, query }) => {
      const { items, pagination } = await analyses.list(workspaceId, query)
      return reply(200, { analyses: await show(workspaceId, items), pagination })
    }),

    handle(routes.createAnalysis, async ({ workspaceId, body }) =>
      reply(201, await showOne(workspaceId, await createAnalysis(deps, workspaceId, body))),
    ),

    handle(routes.getAnalysis, async ({ workspaceId, params }) =>
      reply(200, await showOne(workspaceId, await analyses.get(workspaceId, params.analysisId))),
    ),

    handle(routes.updateAnalysis, async ({ workspaceId, params, body }) => {
      const updated = await updateAnalysis(deps, workspaceId, params.analysisId, body)
      return reply(200, await showOne(workspaceId, updated))
    }),

    handle(routes.deactivateAnalysis, async ({ workspaceId, params: { analysisId } }) => {
      const deactivate = async () =>
        (await analyses.deactivateIf(workspaceId, analysisId, clock.now())) ??
        analyses.get(workspaceId, analysisId)
      return reply(200, await publish(deactivate))
    }),

    handle(routes.restoreAnalysis, async ({ workspaceId, params }) =>
      reply(200, await publish(() => analyses.restore(workspaceId, params.analysisId))),
    ),
  ]
}
