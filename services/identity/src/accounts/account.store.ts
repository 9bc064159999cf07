import type { AdminRole } from '@wp/auth'
import { AppError, notFound } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { collection, onConflict, trusted } from '@wp/mongo'
import type { Database, NewPlatformDoc, PlatformDoc } from '@wp/mongo'

/** One person's login as an owner, staff member or platform admin. An account can belong to several workspaces. */
type AccountRecord = {
  email: string
  name: string | null
  /** Null for an account created by an invitation until a password is set. */
  passwordHash: string | null
  /** When the account's owner proved that the email address is theirs, or when the account became an admin. */
  emailVerifiedAt: Date | null
  isAdmin: boolean
  adminRoles: AdminRole[]
  /**
   * Incremented by logins and by changes that end login sessions, so that concurrent ones conflict. A counter, because
   * MongoDB ignores an update that sets the same value.
   */
  loginVersion: number
  /** The database's time of the last lock, which orders tokens and revocations although replicas' clocks differ. */
  lockedAt: Date | null
}
export type StoredAccount = PlatformDoc<AccountRecord>

export const accountCollection = collection<AccountRecord>(
  'accounts',
  'Account',
  {
    email: String,
    name: String,
    passwordHash: String,
    emailVerifiedAt: Date,
    isAdmin: Boolean,
    adminRoles: [String],
    loginVersion: Number,
    lockedAt: Date,
  },
  [
    { keys: { email: 1 }, unique: true },
    { keys: { isAdmin: 1, createdAt: -1, _id: -1 } }, // admins
  ],
  { unsharded: 'An email address has one account on the whole platform.', onePer: 'account' },
)

const blank = {
  name: null,
  passwordHash: null,
  emailVerifiedAt: null,
  isAdmin: false,
  adminRoles: [],
  loginVersion: 0,
  lockedAt: null,
}

const locked = { $inc: { loginVersion: 1 }, $currentDate: { lockedAt: true } } as const

export const accountStore = (db: Database) => {
  const accounts = db.global(accountCollection)
  return {
    find: (id: Id) => accounts().findOne({ id }),
    get: (id: Id) => accounts().get({ id }),
    /** Returns the caller's account; throws UNAUTHENTICATED when it no longer exists. */
    getCaller: async (id: Id): Promise<StoredAccount> => {
      const account = await accounts().findOne({ id })
      if (!account)
        throw new AppError('UNAUTHENTICATED', 'This account no longer exists; log in with another one')
      return account
    },
    findByEmail: (email: string) => accounts().findOne({ email }),
    list: (ids: Id[]) => accounts().find({ id: trusted({ $in: ids }) }),

    /** Throws CONFLICT when an account with this email already exists. */
    insert: (account: Partial<NewPlatformDoc<AccountRecord>> & { email: string }): Promise<StoredAccount> =>
      onConflict(
        () => accounts().insert({ ...blank, ...account }),
        (cause) =>
          new AppError('CONFLICT', 'An account with this email already exists; log in instead', {
            cause,
            details: [{ path: 'email', message: 'already exists' }],
          }),
      ),

    update: (id: Id, changes: Pick<AccountRecord, 'emailVerifiedAt' | 'isAdmin' | 'adminRoles'>) =>
      accounts().update({ id }, changes),
    setPassword: (id: Id, passwordHash: string) => accounts().update({ id }, { passwordHash }),
    markVerified: (id: Id, now: Date) => accounts().update({ id }, { emailVerifiedAt: now }),

    /** Makes this transaction conflict with concurrent logins and changes that end login sessions. */
    lock: (id: Id) => accounts().update({ id }, locked, { keepsUpdatedAt: true }),
    /** Like `lock`, but returns null when the account's password is no longer the one with this hash. */
    lockIf: (id: Id, passwordHash: string | null) =>
      accounts().updateIf({ id, passwordHash }, locked, { keepsUpdatedAt: true }),
    /** Like `lock`, but returns null when the account is not an admin. */
    lockAdminIf: (id: Id) => accounts().updateIf({ id, isAdmin: true }, locked, { keepsUpdatedAt: true }),

    getAdmin: async (id: Id): Promise<StoredAccount> => {
      const admin = await accounts().findOne({ id, isAdmin: true })
      if (!admin) throw notFound('Admin')
      return admin
    },
    setAdminRoles: (id: Id, adminRoles: AdminRole[]) =>
      accounts().update(
        { id, isAdmin: true },
        { ...locked, $set: { adminRoles, isAdmin: adminRoles.length > 0 } },
      ),
    pageAdmins: (query: PageQuery) => accounts().page({ filter: { isAdmin: true }, query }),
    countWithRole: (role: AdminRole) => accounts().count({ isAdmin: true, adminRoles: role }),
  }
}
export type AccountStore = ReturnType<typeof accountStore>
