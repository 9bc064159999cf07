import { createHash, timingSafeEqual } from 'node:crypto'
import { handle, reply } from '@wp/http'
import { AppError, iso } from '@wp/kernel'
import { hashPassword } from '../passwords/password-hashing.ts'
import type { Identity } from '../service.ts'
import { bootstrapAdmin } from './bootstrap.contract.ts'

export const bootstrapHandlers = ({ db, accounts, firstAdmin, bootstrapToken }: Identity) => [
  handle(
    bootstrapAdmin,
    async ({ body: { email, password, roles } }) => {
      const passwordHash = await hashPassword(password)
      const admin = await db.transaction(async () => {
        await firstAdmin.claim()
        return accounts.insert({ email, passwordHash, isAdmin: true, adminRoles: roles })
      })
      return reply(201, { admin: { ...admin, roles, createdAt: iso(admin.createdAt) } })
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
