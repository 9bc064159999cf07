import { AppError, invalid } from '@wp/kernel'
import type { ContestChanges, ContestStatus, NewContest } from './contest.contract.ts'

const next: Record<ContestStatus, ContestStatus | null> = {
  draft: 'published',
  published: 'closed',
  closed: null,
}

/** What participants have begun to answer stays as it is. */
const fixedOncePublished = ['questions', 'startsAt', 'durationMinutes', 'shuffle'] as const

export const checkTimes = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): void => {
  if (startsAt >= endsAt) throw invalid('endsAt', 'must lie after startsAt')
}

/** Refuses what may not change in a contest of this status; the status that it has already is no change. */
export const checkChanges = (status: ContestStatus, changes: ContestChanges): void => {
  const fixed = status === 'draft' ? undefined : fixedOncePublished.find((name) => name in changes)
  if (fixed) throw invalid(fixed, 'cannot change once the contest is published')
  const wanted = changes.status ?? status
  if (wanted === status || wanted === next[status]) return
  const allowed = next[status] === null ? 'it is final' : `it can become ${next[status]}`
  throw invalid('status', `is ${status} and cannot become ${wanted}: ${allowed}`)
}

export const checkPublishable = ({ questions }: Pick<NewContest, 'questions'>): void => {
  if (questions.length === 0)
    throw invalid('questions', 'must hold a question before the contest is published')
}

/** Refuses a start before the contest begins and after it is over. */
export const checkRunning = (
  { status, startsAt, endsAt }: { status: ContestStatus; startsAt: Date; endsAt: Date },
  now: Date,
): void => {
  if (status === 'closed' || endsAt <= now) throw closed()
  if (now < startsAt)
    throw new AppError('NOT_STARTED', `The contest has not started: it begins at ${startsAt.toISOString()}`)
}

export const closed = (): AppError => new AppError('CLOSED', 'The contest is over: it takes no more attempts')
