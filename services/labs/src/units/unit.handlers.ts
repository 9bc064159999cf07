import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import * as routes from './unit.contract.ts'
import { publishUnitChanged } from './unit.events.ts'
import type { StoredUnit } from './unit.types.ts'
import { toLabUnit } from './unit.view.ts'

export const unitHandlers = ({ db, units, clock }: Pick<LabsDeps, 'db' | 'units' | 'clock'>) => {
  const publish = (change: () => Promise<StoredUnit>) =>
    db.transaction(async (tx) => {
      const unit = await change()
      publishUnitChanged(tx, unit)
      return { labUnit: toLabUnit(unit) }
    })
  return [
    handle(routes.listLabUnits, async ({ workspaceId, query }) => {
      const { items, pagination } = await units.list(workspaceId, query)
      return reply(200, { labUnits: items.map(toLabUnit), pagination })
    }),

    handle(routes.createLabUnit, async ({ workspaceId, body }) =>
      reply(201, await publish(() => units.insert(workspaceId, body))),
    ),

    handle(routes.getLabUnit, async ({ workspaceId, params }) =>
      reply(200, { labUnit: toLabUnit(await units.get(workspaceId, params.labUnitId)) }),
    ),

    handle(routes.updateLabUnit, async ({ workspaceId, params, body }) =>
      reply(200, await publish(() => units.update(workspaceId, params.labUnitId, body))),
    ),

    handle(routes.deactivateLabUnit, async ({ workspaceId, params }) =>
      reply(200, await publish(() => units.deactivate(workspaceId, params.labUnitId, clock.now()))),
    ),

    handle(routes.restoreLabUnit, async ({ workspaceId, params }) =>
      reply(200, await publish(() => units.restore(workspaceId, params.labUnitId))),
    ),
  ]
}
