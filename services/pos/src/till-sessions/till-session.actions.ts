import { invalid, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import { publishTillSessionClosed } from './till-session.events.ts'
import { toExpectedMinor } from './till-session.rules.ts'
import type { StoredTillSession } from './till-session.types.ts'

type TillDeps = Pick<PosDeps, 'tillSessions'>

/** Adds cash to an open till's drawer, or removes it. Must run in the transaction of the payment or refund. */
export const moveCash = async (
  deps: TillDeps,
  { workspaceId, currencyCode }: { workspaceId: Id; currencyCode: string },
  sessionId: Id,
  cashMinor: number,
): Promise<void> => {
  const till = await deps.tillSessions.getOpen(workspaceId, sessionId)
  if (till.currencyCode !== currencyCode)
    throw invalid('sessionId', `must be a till session in ${currencyCode}, the invoice's currency`)
  await deps.tillSessions.moveCash(till, cashMinor)
}

/** Closes a till session and records the counted and expected cash. */
export const closeTillSession = (
  { db, clock, tillSessions }: TillDeps & Pick<PosDeps, 'db' | 'clock'>,
  workspaceId: Id,
  sessionId: Id,
  closingCount: number,
): Promise<StoredTillSession> =>
  db.transaction(async (tx) => {
    const till = await tillSessions.getOpen(workspaceId, sessionId)
    const closed = await tillSessions.close(till, {
      closedAt: clock.now(),
      countedMinor: toMinor(closingCount, till.currencyCode, 'closingCount'),
      expectedMinor: toExpectedMinor(till),
    })
    publishTillSessionClosed(tx, closed)
    return closed
  })
