import { Readable } from 'node:stream'
import { csvReply, prefersCsv, reply } from '@wp/http'
import { instantRange } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { PosDeps } from '../deps.ts'
import * as routes from './tax.contract.ts'
import { sortTaxSums } from './tax.rules.ts'
import { taxColumns, toTaxTotal } from './tax.view.ts'

export const taxHandlers = ({ taxEntries }: Pick<PosDeps, 'taxEntries'>) => [
  handle(routes.listTaxes, async ({ workspaceId, workspace, query, headers }) => {
    const sums = await taxEntries.sums(workspaceId, instantRange(query, workspace.settings.timeZone))
    const taxes = sortTaxSums(sums).map(toTaxTotal)
    if (prefersCsv(headers)) return csvReply('taxes', Readable.from(taxes), taxColumns)
    return reply(200, { taxes })
  }),
]
