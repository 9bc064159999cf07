import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import type { StoredRole } from './role.store.ts'

export const RoleChanged = defineEvent({
  type: 'wp.identity.role.changed.v1',
  summary: 'A role was created or renamed, or its permissions changed',
  data: z.object({
    role: z.object({ id: IdString, name: z.string(), permissions: z.array(z.string()) }),
  }),
})

export const RoleRemoved = defineEvent({
  type: 'wp.identity.role.removed.v1',
  summary: 'A role was deleted',
  data: z.object({ roleId: IdString }),
})

export const publishRoleChanged = (tx: Tx, { id, workspaceId, name, permissions }: StoredRole): void =>
  tx.publish(RoleChanged, { workspaceId, data: { role: { id, name, permissions } } })

export const publishRoleRemoved = (tx: Tx, role: StoredRole): void =>
  tx.publish(RoleRemoved, { workspaceId: role.workspaceId, data: { roleId: role.id } })
