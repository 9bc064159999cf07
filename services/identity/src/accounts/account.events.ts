import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'

const AccountChange = z.enum(['created', 'membership', 'password', 'factors', 'admin'])

export const AccountChanged = defineEvent({
  type: 'wp.identity.account.changed.v1',
  summary:
    'An account was created, or its name, password, second factors, admin roles or memberships changed',
  data: z.object({
    account: z.object({ id: IdString, email: z.string(), name: z.string().nullable() }),
    change: AccountChange,
  }),
})

export const publishAccountChanged = (
  tx: Tx,
  { id, email, name }: { id: Id; email: string; name: string | null },
  change: z.output<typeof AccountChange>,
  workspaceId: Id | null = null,
): void => tx.publish(AccountChanged, { workspaceId, data: { account: { id, email, name }, change } })
