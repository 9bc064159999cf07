// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type Account = {
  id: string
  email: string
  emailVerified: boolean
  name: string | null
  role: 'owner' | 'staff' | ('super-admin' | 'admin' | 'analyst')[]
  permissions: string[]
  staffId: string | null
}

export type Workspace = {
  id: string
  name: string | null
  slogan: string | null
  email: string
  phone: string
  phoneVerified: boolean
  requirePhoneVerification: boolean
  planId: string
  businessCategorySlug: string
  marketingOptIn: boolean
  discountPercentage: number | null
  subscriptionEndDate: string | null
  workingHours: WorkingHours | null
  settings: WorkspaceSettings
}

export type WorkingHours = {
  monday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  tuesday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  wednesday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  thursday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  friday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  saturday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
  sunday: {
    isOpen: boolean
    intervals: {
      start: string
      end: string
    }[]
  }
}

export type WorkspaceSettings = {
  preventOverlap: boolean
  blockHolidays: boolean
  timeZone: string
  currencyCode: string
  locale: 'en' | 'ar'
}

export type Challenge = {
  id: string
  expiresAt: string
  methods: {
    id: string
    type: 'totp' | 'phone' | 'backup-codes'
    hint: string | null
    isPrimary: boolean
  }[]
}

export type Admin = {
  id: string
  email: string
  roles: ('super-admin' | 'admin' | 'analyst')[]
  createdAt: string
}

export type MfaMethod = {
  id: string
  type: 'totp' | 'phone' | 'backup-codes'
  hint: string | null
  isPrimary: boolean
  confirmedAt: string
  lastUsedAt: string | null
}

export type Role = {
  id: string
  workspaceId: string
  name: string
  permissions: string[]
  createdAt: string
  updatedAt: string
}

export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
} | {
  limit: number
  nextCursor: string | null
}

export type AuditEntry = {
  id: string
  at: string
  actorId: string | null
  actorKind: string
  action: string
  targetType: string
  targetId: string | null
  requestId: string | null
}

export type DeadLetter = {
  id: string
  service: string
  consumer: string
  eventId: string
  eventType: string
  workspaceId: string | null
  reason: string
  tries: number
  failedAt: string
}

export type LoginSession = {
  id: string
  device: string
  address: string
  workspaceId: string | null
  isCurrent: boolean
  lastUsedAt: string
  createdAt: string
}

export type OutboxMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  text: string
  code: string | null
  token: string | null
  createdAt: string
}

/** What the routes of identity take and give. */
export type IdentityRoutes = {
  /** Accept an invitation and log in; an account whose email is not verified chooses a password */
  acceptInvitation: {
    body: {
      token: string
      password?: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      account: Account
      workspace: Workspace
    } | {
      mfaRequired: true
      challenge: Challenge
    }
  }
  /** Log in as an admin of the platform */
  adminLogin: {
    body: {
      email: string
      password: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      account: Account
    } | {
      mfaRequired: true
      challenge: Challenge
    }
  }
  /** Make the first admin, once in the life of an installation */
  bootstrapAdmin: {
    body: {
      email: string
      password: string
      roles?: ('super-admin' | 'admin')[]
    }
    reply: {
      admin: Admin
    }
  }
  /** Change my password; my other login sessions end */
  changePassword: {
    body: {
      currentPassword: string
      newPassword: string
    }
    reply: {
      message: string
    }
  }
  /** Enrol the authenticator app by its first code; it takes the place of an earlier one */
  confirmAdminTotp: {
    body: {
      methodId?: string
      code: string
    }
    reply: {
      method: MfaMethod
    }
  }
  /** Enrol the authenticator app by its first code; with the first factor come backup codes */
  confirmTotp: {
    body: {
      methodId?: string
      code: string
    }
    reply: {
      method: MfaMethod
      backupCodes?: string[]
    }
  }
  /** How many backup codes are left */
  countBackupCodes: {
    reply: {
      count: number
    }
  }
  /** Add an admin */
  createAdmin: {
    body: {
      email: string
      password: string
      roles: ('super-admin' | 'admin' | 'analyst')[]
    }
    reply: {
      admin: Admin
    }
  }
  /** Add a role; nobody grants a permission they do not hold */
  createRole: {
    params: 'workspaceId'
    body: {
      name: string
      permissions: string[]
    }
    reply: {
      role: Role
    }
  }
  /** Create a workspace and its owner without logging in (legacy) */
  createWorkspace: {
    body: {
      email: string
      password: string
      phone: string
      planId: string
      businessCategorySlug: string
      marketingOptIn?: boolean
      name?: string | null
      slogan?: string | null
      workingHours?: WorkingHours | null
    }
    reply: {
      workspace: Workspace
    }
  }
  /** Remove a method; backup codes go with the last one */
  deleteMethod: {
    params: 'methodId'
    reply: null
  }
  /** Remove a role that nobody has */
  deleteRole: {
    params: 'workspaceId' | 'roleId'
    reply: null
  }
  /** End one of my logins everywhere */
  endLoginSession: {
    params: 'sessionId'
    reply: null
  }
  /** Ask for a mail that lets me choose a new password; the answer is the same for every address */
  forgetPassword: {
    body: {
      email: string
    }
    reply: {
      message: string
    }
  }
  /** Ten backup codes, shown once; refused when there are some */
  generateBackupCodes: {
    reply: {
      codes: string[]
    }
  }
  /** Whether I am asked for a second factor, and which I have */
  getAdminMfaStatus: {
    reply: {
      enabled: boolean
      methods: MfaMethod[]
    }
  }
  /** The public keys of access tokens (RFC 7517) */
  getJwks: {
    reply: {
      keys: {
        kid: string
        kty: string
        crv: string
        x: string
        y: string
        alg: string
        use: string
      }[]
    }
  }
  /** The workspace with its settings and working hours */
  getWorkspace: {
    params: 'workspaceId'
    reply: {
      workspace: Workspace
    }
  }
  /** Send the invitation of a staff member again; the earlier one stops working */
  inviteStaff: {
    params: 'workspaceId' | 'staffId'
    reply: {
      invitation: {
        staffId: string
        email: string
        expiresAt: string
      }
    }
  }
  /** Admins of the platform, newest first */
  listAdmins: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      admins: Admin[]
      pagination: Pagination
    }
    item: Admin
  }
  /** Who did what on the platform, newest first */
  listAudit: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Who did it */
      actorId?: string
      /** What was done, such as role.updated */
      action?: string
      from?: string
      to?: string
    }
    reply: {
      entries: AuditEntry[]
      pagination: Pagination
    }
    item: AuditEntry
  }
  /** Events that a service could not handle five times, oldest first */
  listDeadLetters: {
    query?: {
      limit?: number
      /** Id of the last one seen */
      after?: string
      service?: string
    }
    reply: {
      deadLetters: DeadLetter[]
      pagination: {
        limit: number
        nextCursor: string | null
      }
    }
    item: DeadLetter
  }
  /** Where I am logged in, the latest used first */
  listLoginSessions: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      sessions: LoginSession[]
      pagination: Pagination
    }
    item: LoginSession
  }
  /** My second factors, oldest first */
  listMethods: {
    reply: {
      methods: MfaMethod[]
    }
  }
  /** Mail and SMS that would have been sent, newest first; in development only, and not for pages of other origins */
  listOutbox: {
    query?: {
      /** Email address or phone number */
      to?: string
    }
    reply: {
      messages: OutboxMessage[]
    }
  }
  /** Every permission that a role can hold */
  listPermissions: {
    reply: {
      permissions: {
        key: string
        label: string
      }[]
    }
  }
  /** Roles, newest first */
  listRoles: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      roles: Role[]
      pagination: Pagination
    }
    item: Role
  }
  /** Who did what in the workspace, newest first */
  listWorkspaceAudit: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Who did it */
      actorId?: string
      /** What was done, such as role.updated */
      action?: string
      from?: string
      to?: string
    }
    reply: {
      entries: AuditEntry[]
      pagination: Pagination
    }
    item: AuditEntry
  }
  /** Log in as the owner or a staff member of a workspace */
  login: {
    body: {
      email: string
      password: string
      workspaceId?: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      account: Account
      workspace: Workspace
    } | {
      workspaceRequired: true
      workspaces: {
        id: string
        name: string | null
      }[]
    } | {
      mfaRequired: true
      challenge: Challenge
    }
  }
  /** End this login session everywhere */
  logout: {
    reply: null
  }
  /** Make a method the one that is asked for first */
  makeMethodPrimary: {
    params: 'methodId'
    reply: {
      method: MfaMethod
    }
  }
  /** Who I am, and in which workspace */
  me: {
    reply: {
      account: Account
      workspace?: Workspace
    }
  }
  /** Show again who I am, by password or second-factor code; good for 10 minutes in this login session */
  reauthenticate: {
    body: {
      password?: string
      code?: string
    }
    reply: null
  }
  /** Hand the event to its consumer again */
  redriveDeadLetter: {
    params: 'letter'
    reply: {
      success: boolean
      message: string
    }
  }
  /** Exchange the refresh token (body or cookie) for new tokens; using an old one ends the session */
  refresh: {
    body?: {
      refreshToken?: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
    }
  }
  /** Ten new backup codes in place of all earlier ones */
  regenerateBackupCodes: {
    reply: {
      codes: string[]
    }
  }
  /** Choose a new password with the token of that mail; every login session ends */
  resetPassword: {
    body: {
      token: string
      password: string
    }
    reply: {
      message: string
    }
  }
  /** Send the code of a login by SMS; again at most 3 times, 60 s apart */
  sendLoginCode: {
    body: {
      challengeId: string
      methodId?: string
    }
    reply: {
      expiresAt: string
      hint: string
    }
  }
  /** Send that mail again; nothing is sent when my address is verified */
  sendVerification: {
    reply: {
      message: string
    }
  }
  /** Begin to enrol an authenticator app as an admin */
  setUpAdminTotp: {
    reply: {
      methodId: string
      secret: string
      otpauthUrl: string
      qrCode: string
    }
  }
  /** Begin to enrol an authenticator app; replaces a set-up that was not confirmed */
  setUpTotp: {
    reply: {
      methodId: string
      secret: string
      otpauthUrl: string
      qrCode: string
    }
  }
  /** Create a workspace and its owner, and log the owner in */
  signup: {
    body: {
      email: string
      password: string
      phone: string
      planId: string
      businessCategorySlug: string
      marketingOptIn?: boolean
      name?: string | null
      slogan?: string | null
      workingHours?: WorkingHours | null
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      workspace: Workspace
    }
  }
  /** Send a code to the phone to enrol: the given one, or that of the workspace */
  startPhone: {
    body?: {
      phone?: string
    }
    reply: {
      challengeId: string
      expiresAt: string
      hint: string
    }
  }
  /** Change the roles of an admin, or give a new password (not to oneself); without a role they are no admin any more */
  updateAdmin: {
    params: 'adminId'
    body: {
      roles?: ('super-admin' | 'admin' | 'analyst')[]
      password?: string
    }
    reply: {
      admin: Admin
    }
  }
  /** Rename a role or change its permissions; access tokens of its members must then be refreshed */
  updateRole: {
    params: 'workspaceId' | 'roleId'
    body: {
      name?: string
      permissions?: string[]
    }
    reply: {
      role: Role
    }
  }
  /** Change the workspace; settings are merged, null clears an optional field */
  updateWorkspace: {
    params: 'workspaceId'
    body: {
      name?: string | null
      slogan?: string | null
      phone?: string
      businessCategorySlug?: string
      marketingOptIn?: boolean
      workingHours?: WorkingHours | null
      settings?: {
        preventOverlap?: boolean
        blockHolidays?: boolean
        timeZone?: string
        currencyCode?: string
        locale?: 'en' | 'ar'
      }
    }
    reply: {
      workspace: Workspace
    }
  }
  /** Finish an admin login with a second-factor code */
  verifyAdminLogin: {
    body: {
      challengeId: string
      methodId?: string
      code: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      account: Account
    }
  }
  /** Show that an email address is mine, with the token of the mail that signup sent */
  verifyEmail: {
    body: {
      token: string
    }
    reply: null
  }
  /** Finish a login with a second-factor code */
  verifyLogin: {
    body: {
      challengeId: string
      methodId?: string
      code: string
    }
    reply: {
      token: string
      refreshToken: string
      expiresIn: number
      account: Account
      workspace: Workspace
    }
  }
  /** Enrol the phone by the code that was sent to it */
  verifyPhone: {
    body: {
      challengeId: string
      code: string
    }
    reply: {
      method: MfaMethod
    }
  }
}

/** The routes of identity, for `client.use`. */
export const identity: Area<IdentityRoutes> = {
  acceptInvitation: { method: 'POST', path: '/auth/invitations/accept', open: true, session: 'begins' },
  adminLogin: { method: 'POST', path: '/auth/admin/login', open: true, session: 'begins' },
  bootstrapAdmin: { method: 'POST', path: '/auth/admin/bootstrap', open: true },
  changePassword: { method: 'POST', path: '/auth/password/change' },
  confirmAdminTotp: { method: 'POST', path: '/admin/mfa/totp/confirm' },
  confirmTotp: { method: 'POST', path: '/workspace/mfa/totp/confirm' },
  countBackupCodes: { method: 'GET', path: '/workspace/mfa/backup-codes/count' },
  createAdmin: { method: 'POST', path: '/admin/admins' },
  createRole: { method: 'POST', path: '/workspace/:workspaceId/roles', creates: true },
  createWorkspace: { method: 'POST', path: '/workspace', open: true },
  deleteMethod: { method: 'DELETE', path: '/workspace/mfa/methods/:methodId' },
  deleteRole: { method: 'DELETE', path: '/workspace/:workspaceId/roles/:roleId' },
  endLoginSession: { method: 'DELETE', path: '/auth/sessions/:sessionId' },
  forgetPassword: { method: 'POST', path: '/auth/password/forgot', open: true },
  generateBackupCodes: { method: 'POST', path: '/workspace/mfa/backup-codes/generate' },
  getAdminMfaStatus: { method: 'GET', path: '/admin/mfa/status' },
  getJwks: { method: 'GET', path: '/.well-known/jwks.json', root: true, open: true },
  getWorkspace: { method: 'GET', path: '/workspace/:workspaceId' },
  inviteStaff: { method: 'POST', path: '/workspace/:workspaceId/staff/:staffId/invite' },
  listAdmins: { method: 'GET', path: '/admin/admins', list: 'admins' },
  listAudit: { method: 'GET', path: '/admin/audit', list: 'entries' },
  listDeadLetters: { method: 'GET', path: '/admin/dead-letters', list: 'deadLetters' },
  listLoginSessions: { method: 'GET', path: '/auth/sessions', list: 'sessions' },
  listMethods: { method: 'GET', path: '/workspace/mfa/methods' },
  listOutbox: { method: 'GET', path: '/dev/outbox', open: true },
  listPermissions: { method: 'GET', path: '/workspace/permissions' },
  listRoles: { method: 'GET', path: '/workspace/:workspaceId/roles', list: 'roles' },
  listWorkspaceAudit: { method: 'GET', path: '/workspace/:workspaceId/audit', list: 'entries' },
  login: { method: 'POST', path: '/auth/login', open: true, session: 'begins' },
  logout: { method: 'POST', path: '/auth/logout', session: 'ends' },
  makeMethodPrimary: { method: 'PATCH', path: '/workspace/mfa/methods/:methodId/primary' },
  me: { method: 'GET', path: '/auth/me' },
  reauthenticate: { method: 'POST', path: '/auth/reauthenticate' },
  redriveDeadLetter: { method: 'POST', path: '/admin/dead-letters/:letter/redrive' },
  refresh: { method: 'POST', path: '/auth/refresh', open: true, session: 'goes-on' },
  regenerateBackupCodes: { method: 'POST', path: '/workspace/mfa/backup-codes/regenerate' },
  resetPassword: { method: 'POST', path: '/auth/password/reset', open: true },
  sendLoginCode: { method: 'POST', path: '/auth/mfa/phone/send', open: true },
  sendVerification: { method: 'POST', path: '/auth/email/send' },
  setUpAdminTotp: { method: 'POST', path: '/admin/mfa/totp/setup' },
  setUpTotp: { method: 'POST', path: '/workspace/mfa/totp/setup' },
  signup: { method: 'POST', path: '/signup', open: true, session: 'begins' },
  startPhone: { method: 'POST', path: '/workspace/mfa/phone/start' },
  updateAdmin: { method: 'PATCH', path: '/admin/admins/:adminId' },
  updateRole: { method: 'PATCH', path: '/workspace/:workspaceId/roles/:roleId' },
  updateWorkspace: { method: 'PATCH', path: '/workspace/:workspaceId' },
  verifyAdminLogin: { method: 'POST', path: '/admin/mfa/verify', open: true, session: 'begins' },
  verifyEmail: { method: 'POST', path: '/auth/email/verify', open: true },
  verifyLogin: { method: 'POST', path: '/auth/mfa/verify', open: true, session: 'begins' },
  verifyPhone: { method: 'POST', path: '/workspace/mfa/phone/verify' },
}
