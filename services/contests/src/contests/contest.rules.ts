import { AppError, invalid } from '@wp/kernel'
import { contestsErrors } from '../errors.ts'
import type { ContestChanges, ContestStatus, NewContest } from './contest.contract.ts'

const next: Record<ContestStatus, ContestStatus | null> = {
  draft: 'published',
  published: 'closed',
  closed: null,
}

/** These fields cannot change after publishing. Attempts depend on it: they read the questions from the contest. */
const fixedOncePublished = ['questions', 'startsAt', 'durationMinutes', 'shuffle'] as const

export const checkTimes = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): void => {
  if (startsAt >= endsAt) throw invalid('endsAt', 'must be after startsAt')
}

/** Throws 422 for changes that the contest's status does not allow. Setting the current status again is allowed. */
export const checkChanges = (status: ContestStatus, changes: ContestChanges): void => {
  const fixed = status === 'draft' ? undefined : fixedOncePublished.find((name) => name in changes)
  if (fixed) throw invalid(fixed, 'cannot be changed once the contest is published')
  const wanted = changes.status ?? status
  if (wanted === status || wanted === next[status]) return
  const allowed = next[status] === null ? 'a closed contest is final' : `it can only become ${next[status]}`
  throw invalid('status', `cannot change from ${status} to ${wanted}; ${allowed}`)
}

export const checkPublishable = ({ questions }: Pick<NewContest, 'questions'>): void => {
  if (questions.length === 0)
    throw invalid('questions', 'must contain at least one question before the contest is published')
}

/** Throws NOT_STARTED before the contest starts, and CLOSED after it has ended or was closed. */
export const checkRunning = (
  { status, startsAt, endsAt }: { status: ContestStatus; startsAt: Date; endsAt: Date },
  now: Date,
): void => {
  if (status === 'closed' || endsAt <= now) throw closed()
  if (now < startsAt)
    throw new AppError(
      contestsErrors.NOT_STARTED,
      `The contest has not started; it starts at ${startsAt.toISOString()}`,
    )
}

export const closed = (): AppError => new AppError('CLOSED', 'The contest has ended')
