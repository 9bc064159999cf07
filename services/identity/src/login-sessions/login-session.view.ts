import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LoginSession } from './login-session.store.ts'

export const toLoginSession = (session: LoginSession, currentSessionId: Id) => ({
  ...session,
  isCurrent: session.id === currentSessionId,
  lastUsedAt: iso(session.lastUsedAt),
  createdAt: iso(session.createdAt),
})
