import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { ContestsDeps } from '../deps.ts'
import type { ContestChanges, NewContest } from './contest.contract.ts'
import { publishContestChanged, publishContestRemoved } from './contest.events.ts'
import { checkChanges, checkPublishable, checkTimes } from './contest.rules.ts'
import type { StoredContest } from './contest.store.ts'

type ContestDeps = Pick<ContestsDeps, 'db' | 'contests'>

export const createContest = (
  { db, contests }: ContestDeps,
  workspaceId: Id,
  body: NewContest,
): Promise<StoredContest> =>
  db.transaction(async (tx) => {
    const created = await contests.insert(workspaceId, body)
    publishContestChanged(tx, null, created)
    return created
  })

/**
 * Updates, publishes or closes a contest. Closing ends all open attempts immediately and submits some of
 * them; the job `submit-overdue-attempts` submits the rest.
 */
export const updateContest = async (
  deps: ContestsDeps,
  workspaceId: Id,
  id: Id,
  changes: ContestChanges,
): Promise<StoredContest> => {
  const { db, contests, clock } = deps
  const { contest, isClosing } = await db.transaction(async (tx) => {
    const before = await contests.get(workspaceId, id)
    checkChanges(before.status, changes)
    const isNowClosed = changes.status === 'closed' && before.status !== 'closed'
    const updated = await contests.update(workspaceId, id, {
      ...changes,
      ...(isNowClosed && { closingAt: clock.now() }),
    })
    checkTimes(updated)
    if (updated.status === 'published') checkPublishable(updated)
    publishContestChanged(tx, before, updated)
    return { contest: updated, isClosing: isNowClosed }
  })
  if (isClosing) await deps.submitSomeAttempts(workspaceId, id)
  return contest
}

export const deleteContest = ({ db, contests }: ContestDeps, workspaceId: Id, id: Id): Promise<void> =>
  db.transaction(async (tx) => {
    await contests.get(workspaceId, id)
    const removed = await contests.removeUnattemptedIf(workspaceId, id)
    if (!removed)
      throw new AppError(
        'CONFLICT',
        'The contest has attempts; close it instead, or delete the attempts first',
      )
    publishContestRemoved(tx, removed)
  })
