import { defineImportTarget } from '@wp/imports'
import type { ImportTarget } from '@wp/imports'
import { requireActiveTaxRate } from '@wp/workspaces'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { createService, updateService } from './offered-service.actions.ts'
import { NewService, ServiceChanges } from './offered-service.contract.ts'

/** Returns how rows of a file are converted to services. */
export const serviceImport = ({
  offeredServices,
}: Pick<SchedulingDeps, 'offeredServices'>): ImportTarget<SchedulingWorkspace> =>
  defineImportTarget({
    resource: 'services',
    jobKind: 'service-import',
    create: NewService,
    update: ServiceChanges,
    unique: ['externalId'],
    findBy: (workspaceId, _field, values) => offeredServices.findByExternalId(workspaceId, values),
    check: ({ workspace }: { workspace: SchedulingWorkspace }, { taxRateId }) =>
      requireActiveTaxRate(workspace.taxRates, taxRateId),
    insert: (tx, { workspaceId }, body) => createService(offeredServices, tx, workspaceId, body),
    change: (tx, { workspaceId }, id, body) => updateService(offeredServices, tx, workspaceId, id, body),
  })
