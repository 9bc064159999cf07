import { createHash, timingSafeEqual } from 'node:crypto'
import { handle, reply } from '@wp/http'
import { AppError } from '@wp/kernel'
import { AccountChanged } from '../events.ts'
import type { Identity } from '../parts.ts'
import { shownAdmin } from './admin.handlers.ts'
import { bootstrapAdmin } from './bootstrap.contract.ts'

export const bootstrapHandlers = ({
  db,
  accounts,
  firstAdmin,
  audit,
  passwords,
  bootstrapToken,
}: Identity) => [
  handle(
    bootstrapAdmin,
    async ({ body: { email, password, roles } }) => {
      const passwordHash = await passwords.hash(password)
      const admin = await db.transaction(async (tx) => {
        await firstAdmin.claim()
        const account = await accounts.insert({ email, passwordHash, isAdmin: true, adminRoles: roles })
        tx.publish(AccountChanged, { workspaceId: null, data: { account, change: 'admin' } })
        await audit.record({
          actorId: null,
          actorKind: 'system',
          workspaceId: null,
          action: 'admin.bootstrapped',
          targetType: 'admin',
          targetId: account.id,
        })
        return account
      })
      return reply(201, { admin: shownAdmin(admin) })
    },
    {
      guard: ({ headers }) => {
        const given = headers['x-bootstrap-token']
        if (!bootstrapToken || typeof given !== 'string' || !isSame(given, bootstrapToken.reveal()))
          throw new AppError('BOOTSTRAP_TOKEN_INVALID', 'The bootstrap token is wrong')
      },
    },
  ),
]

/** Compares in a time that tells nothing, not even the length. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
