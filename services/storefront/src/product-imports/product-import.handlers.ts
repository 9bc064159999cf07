import { csvReply, reply } from '@wp/http'
import { reportColumns } from '@wp/imports'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { StagedProductImport } from './product-import.actions.ts'
import * as routes from './product-import.contract.ts'

export const productImportHandlers = ({
  imports,
  shopSettings,
}: Pick<StorefrontDeps, 'imports' | 'shopSettings'>) => [
  handle(
    routes.importProducts,
    async (_request, staged: StagedProductImport) => reply(202, { job: await imports.begin(staged) }),
    {
      prepare: async ({ workspaceId, query, body }) => {
        await shopSettings.get(workspaceId)
        return imports.stage(workspaceId, 'products', body.file, query)
      },
    },
  ),

  handle(routes.getProductImportReport, async ({ workspaceId, params }) =>
    csvReply(
      'refused-products',
      await imports.report(workspaceId, 'products', params.importId),
      reportColumns,
    ),
  ),
]
