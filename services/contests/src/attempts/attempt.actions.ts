import { AppError, hasEnded, hashSecret, newSecret, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import { checkRunning, closed } from '../contests/contest.rules.ts'
import type { ContestsDeps } from '../deps.ts'
import type { NewAttempt } from './attempt.contract.ts'
import { publishAttemptChanged, publishAttemptRemoved } from './attempt.events.ts'
import {
  checkAnswer,
  deadlineOf,
  participantKeys,
  scoreOf,
  sumPoints,
  attemptClosed,
  toSheet,
} from './attempt.rules.ts'
import type { StoredAttempt } from './attempt.store.ts'

type AttemptDeps = Pick<ContestsDeps, 'db' | 'clock' | 'contests' | 'attempts'>

/**
 * Starts an attempt with its own copy of the questions. Throws CONFLICT when the participant already has an attempt.
 */
export const startAttempt = async (
  deps: AttemptDeps & Pick<ContestsDeps, 'workspaces'>,
  contestId: Id,
  participant: NewAttempt,
): Promise<{ attempt: StoredAttempt; token: string }> => {
  const { db, clock, contests, attempts, workspaces } = deps
  const workspaceId = await contests.getWorkspaceId(contestId)
  const workspace = await workspaces.find(workspaceId)
  if (!workspace || hasEnded(workspace.subscriptionEndDate, clock.now())) throw closed()
  const token = newSecret()
  const start = () =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const contest = await contests.addAttempts(workspaceId, contestId, 1)
      checkRunning(contest, now)
      const started = await attempts.insert(workspaceId, {
        ...participant,
        contestId,
        participantKeys: participantKeys(participant),
        tokenHash: hashSecret(token),
        deadline: deadlineOf(contest, now),
        questions: toSheet(contest, randomBelow),
      })
      publishAttemptChanged(tx, started)
      return started
    })
  return { attempt: await onConflict(start, alreadyStarted), token }
}

/** Returns the attempt for a token. Submits it first when its deadline has passed. */
export const getAttempt = async (deps: AttemptDeps, id: Id, token: string): Promise<StoredAttempt> =>
  submitIfOverdue(deps, await deps.attempts.getByToken(id, hashSecret(token)))

export const answerQuestion = async (
  deps: AttemptDeps,
  { id, token, questionId, optionId }: { id: Id; token: string; questionId: Id; optionId: string },
): Promise<StoredAttempt> => {
  const { attempts, clock } = deps
  const attempt = await attempts.getByToken(id, hashSecret(token))
  checkAnswer(attempt.questions, questionId, optionId)
  const answered = await attempts.answerIf(attempt, questionId, optionId, clock.now())
  if (!answered) throw attemptClosed()
  return answered
}

export const submitAttempt = async (deps: AttemptDeps, id: Id, token: string): Promise<StoredAttempt> =>
  submit(deps, await deps.attempts.getByToken(id, hashSecret(token)))

/**
 * Returns a submitted attempt in this contest. Throws the same NOT_FOUND error whether it is missing, open or in
 * another contest.
 */
export const getSubmittedAttempt = async (
  deps: AttemptDeps,
  workspaceId: Id,
  contestId: Id,
  id: Id,
): Promise<StoredAttempt> => {
  const attempt = await submitIfOverdue(deps, await deps.attempts.getOfContest(workspaceId, contestId, id))
  if (attempt.status !== 'submitted') throw notFound('Attempt')
  return attempt
}

export const deleteAttempt = (
  { db, contests, attempts }: AttemptDeps,
  workspaceId: Id,
  contestId: Id,
  id: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    const removed = await attempts.remove(workspaceId, contestId, id)
    await contests.addAttempts(workspaceId, contestId, -1)
    publishAttemptRemoved(tx, removed)
  })

const batch = 100

/** Submits every attempt whose deadline has passed. */
export const submitOverdueAttempts = async (deps: AttemptDeps, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted) {
    const overdue = await deps.attempts.listOverdue(deps.clock.now(), batch)
    await submitAll(deps, overdue)
    if (overdue.length < batch) return
  }
}

/** Submits one batch of a contest's attempts whose deadline has passed, so that a request can wait for it. */
export const submitSomeAttempts = async (deps: AttemptDeps, workspaceId: Id, contestId: Id): Promise<void> =>
  submitAll(deps, await deps.attempts.listOverdueOf(workspaceId, contestId, deps.clock.now(), batch))

const submitAll = async (
  deps: AttemptDeps,
  overdue: readonly { id: Id; workspaceId: Id }[],
): Promise<void> => {
  for (const { workspaceId, id } of overdue) {
    const attempt = await deps.attempts.find(workspaceId, id)
    if (attempt) await submit(deps, attempt)
  }
}

const submitIfOverdue = async (deps: AttemptDeps, attempt: StoredAttempt): Promise<StoredAttempt> =>
  attempt.status === 'in-progress' && attempt.deadline <= deps.clock.now() ? submit(deps, attempt) : attempt

/** Scores the answers and closes the attempt once. The submission time is never after the deadline. */
const submit = (
  { db, clock, attempts }: AttemptDeps,
  { workspaceId, id }: StoredAttempt,
): Promise<StoredAttempt> =>
  db.transaction(async (tx) => {
    const attempt = await attempts.get(workspaceId, id)
    if (attempt.status === 'submitted') return attempt
    const { questions, answers, deadline } = attempt
    const submitted = await attempts.submit(attempt, {
      submittedAt: new Date(Math.min(clock.now().getTime(), deadline.getTime())),
      score: scoreOf(questions, answers),
      maxScore: sumPoints(questions),
    })
    publishAttemptChanged(tx, submitted)
    return submitted
  })

/** The question order does not have to be unpredictable, so Math.random is sufficient. */
const randomBelow = (limit: number): number => Math.floor(Math.random() * limit)

const alreadyStarted = (): AppError =>
  new AppError(
    'CONFLICT',
    'You already have an attempt in this contest; each participant can take part only once',
  )
