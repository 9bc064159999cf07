import { handle, reply } from '@wp/http'
import { newId } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import { changeRanges } from './analysis.actions.ts'
import { addRange, changeRange, removeRange } from './analysis.rules.ts'
import * as routes from './range.contract.ts'

export const rangeHandlers = (deps: Pick<LabsDeps, 'db' | 'analyses'>) => [
  handle(routes.createRange, async ({ workspaceId, params, body }) => {
    const id = newId()
    const { ranges } = await changeRanges(deps, workspaceId, params.analysisId, (all) =>
      addRange(all, id, body),
    )
    return reply(201, { range: ranges.find((range) => range.id === id)! })
  }),

  handle(routes.updateRange, async ({ workspaceId, params: { analysisId, rangeId }, body }) => {
    const change = (all: Parameters<typeof changeRange>[0]) => changeRange(all, rangeId, body)
    const { ranges } = await changeRanges(deps, workspaceId, analysisId, change)
    return reply(200, { range: ranges.find((range) => range.id === rangeId)! })
  }),

  handle(routes.deleteRange, async ({ workspaceId, params: { analysisId, rangeId } }) => {
    await changeRanges(deps, workspaceId, analysisId, (all) => removeRange(all, rangeId))
    return reply(204)
  }),
]
