import type { AdminRole } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'

/** One person's login. An admin of the platform is an account of its own kind; an email is used once over both. */
type AccountRecord = {
  kind: 'person' | 'admin'
  email: string
  name: string | null
  /** Null until an invitation is accepted. */
  passwordHash: string | null
  adminRoles: AdminRole[]
}
export type StoredAccount = PlatformDoc<AccountRecord>

export const accountCollection = collection<AccountRecord>(
  'accounts',
  { kind: String, email: String, name: String, passwordHash: String, adminRoles: [String] },
  [
    { keys: { email: 1 }, unique: true },
    { keys: { kind: 1, createdAt: -1, _id: -1 } }, // admins
  ],
)

export const accountStore = (db: Database) => {
  const accounts = db.global(accountCollection)
  return {
    find: (id: Id) => accounts().findOne({ id }),
    get: (id: Id) => accounts().get({ id }, 'Account'),
    findByEmail: (email: string) => accounts().findOne({ email }),

    /** CONFLICT when the email has an account: the unique index decides. */
    insert: (account: NewPlatformDoc<AccountRecord>): Promise<StoredAccount> =>
      accounts()
        .insert(account)
        .catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
          throw new AppError('CONFLICT', 'There is an account with this email already: log in instead', {
            cause: error,
            details: [{ path: 'email', message: 'is taken' }],
          })
        }),
  }
}
export type AccountStore = ReturnType<typeof accountStore>
