import { reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { LabsDeps } from '../deps.ts'
import * as routes from './unit.contract.ts'
import { publishUnitChanged } from './unit.events.ts'
import type { UnitVerb } from './unit.events.ts'
import type { StoredUnit } from './unit.types.ts'
import { toLabUnit } from './unit.view.ts'

export const unitHandlers = ({ db, units, clock }: Pick<LabsDeps, 'db' | 'units' | 'clock'>) => {
  const publish = (verb: UnitVerb, change: () => Promise<StoredUnit>) =>
    db.transaction(async (tx) => {
      const unit = await change()
      publishUnitChanged(tx, verb, unit)
      return { labUnit: toLabUnit(unit) }
    })
  /** Publishes the change. If there is none, returns the unit unchanged. */
  const publishIf = (verb: UnitVerb, workspaceId: Id, id: Id, change: () => Promise<StoredUnit | null>) =>
    db.transaction(async (tx) => {
      const changed = await change()
      if (changed) publishUnitChanged(tx, verb, changed)
      return { labUnit: toLabUnit(changed ?? (await units.get(workspaceId, id))) }
    })
  return [
    handle(routes.listLabUnits, async ({ workspaceId, query }) => {
      const { items, pagination } = await units.list(workspaceId, query)
      return reply(200, { labUnits: items.map(toLabUnit), pagination })
    }),

    handle(routes.createLabUnit, async ({ workspaceId, body }) =>
      reply(201, await publish('created', () => units.insert(workspaceId, body))),
    ),

    handle(routes.getLabUnit, async ({ workspaceId, params }) =>
      reply(200, { labUnit: toLabUnit(await units.get(workspaceId, params.labUnitId)) }),
    ),

    handle(routes.updateLabUnit, async ({ workspaceId, params, body }) =>
      reply(200, await publish('updated', () => units.update(workspaceId, params.labUnitId, body))),
    ),

    handle(routes.deactivateLabUnit, async ({ workspaceId, params: { labUnitId } }) => {
      const deactivate = () => units.deactivateIf(workspaceId, labUnitId, clock.now())
      return reply(200, await publishIf('deactivated', workspaceId, labUnitId, deactivate))
    }),

    handle(routes.restoreLabUnit, async ({ workspaceId, params: { labUnitId } }) => {
      const restore = () => units.restoreIf(workspaceId, labUnitId)
      return reply(200, await publishIf('restored', workspaceId, labUnitId, restore))
    }),
  ]
}
