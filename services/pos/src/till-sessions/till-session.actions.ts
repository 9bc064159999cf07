import { invalid, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import { publishTillSessionClosed } from './till-session.events.ts'
import { checkOpen, toExpectedMinor } from './till-session.rules.ts'
import type { StoredTillSession } from './till-session.store.ts'

type TillDeps = Pick<PosDeps, 'tillSessions'>

/** NOT_FOUND for an unknown till session, SESSION_CLOSED for a closed one. */
export const getOpenTill = async (
  { tillSessions }: TillDeps,
  workspaceId: Id,
  sessionId: Id,
): Promise<StoredTillSession> => {
  const till = await tillSessions.get(workspaceId, sessionId)
  checkOpen(till)
  return till
}

/** Refuses when the till session of an invoice is closed; one without a till depends on none. */
export const requireOpenTill = async (
  deps: TillDeps,
  { workspaceId, sessionId }: { workspaceId: Id; sessionId: Id | null },
): Promise<void> => {
  if (sessionId !== null) await getOpenTill(deps, workspaceId, sessionId)
}

/** Puts cash into the drawer of an open till, or takes it out; in the transaction of the payment. Closing it meanwhile makes one of both wait. */
export const moveCash = async (
  deps: TillDeps,
  { workspaceId, currencyCode }: { workspaceId: Id; currencyCode: string },
  sessionId: Id,
  cashMinor: number,
): Promise<void> => {
  const till = await getOpenTill(deps, workspaceId, sessionId)
  if (till.currencyCode !== currencyCode)
    throw invalid(
      'sessionId',
      `is a till in ${till.currencyCode}, the invoice is in ${currencyCode}: choose a till in that`,
    )
  await deps.tillSessions.moveCash(till, cashMinor)
}

/** Counts the drawer: what should be in it stands against what is. */
export const closeTillSession = (
  { db, clock, tillSessions }: TillDeps & Pick<PosDeps, 'db' | 'clock'>,
  workspaceId: Id,
  sessionId: Id,
  closingCount: number,
): Promise<StoredTillSession> =>
  db.transaction(async (tx) => {
    const till = await getOpenTill({ tillSessions }, workspaceId, sessionId)
    const closed = await tillSessions.close(till, {
      closedAt: clock.now(),
      countedMinor: toMinor(closingCount, till.currencyCode),
      expectedMinor: toExpectedMinor(till),
    })
    publishTillSessionClosed(tx, closed)
    return closed
  })
