import { defineImportTarget } from '@wp/imports'
import type { ImportTarget } from '@wp/imports'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { createClient, updateClient } from './client.actions.ts'
import { ClientChanges, NewClient } from './client.contract.ts'
import { checkClient } from './client.rules.ts'

/** Returns how rows of a file are converted to clients. */
export const clientImport = ({
  clients,
  clock,
}: Pick<SchedulingDeps, 'clients' | 'clock'>): ImportTarget<SchedulingWorkspace> =>
  defineImportTarget({
    resource: 'clients',
    jobKind: 'client-import',
    create: NewClient,
    update: ClientChanges,
    unique: ['externalId'],
    findBy: (workspaceId, field, values) =>
      clients.findBy(workspaceId, field as 'externalId' | 'email', values),
    check: ({ workspace }: { workspace: SchedulingWorkspace }, body) =>
      checkClient(body, clock.now(), workspace.settings),
    insert: (tx, { workspaceId }, body) => createClient(clients, tx, workspaceId, body),
    change: (tx, { workspaceId }, id, body) => updateClient(clients, tx, workspaceId, id, body),
  })
