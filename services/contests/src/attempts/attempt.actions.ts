import { createHmac } from 'node:crypto'
import { AppError, hasEnded, hashSecret, limitKey, newSecret, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import { checkRunning, closed } from '../contests/contest.rules.ts'
import type { ContestsDeps } from '../deps.ts'
import type { NewAttempt } from './attempt.contract.ts'
import { publishAttemptChanged, publishAttemptRemoved } from './attempt.events.ts'
import {
  attemptClosed,
  checkAnswer,
  currentDeadline,
  deadlineOf,
  participantKeys,
  questionsOf,
  scoreOf,
  sumPoints,
  toOrder,
} from './attempt.rules.ts'
import type { StoredAttempt } from './attempt.store.ts'
import type { AttemptWithQuestions } from './attempt.view.ts'

type AttemptDeps = Pick<ContestsDeps, 'db' | 'clock' | 'contests' | 'attempts'>
type StartDeps = AttemptDeps & Pick<ContestsDeps, 'workspaces' | 'attemptsPerAddress'>
type Started = AttemptWithQuestions & { token: string }

/**
 * Starts an attempt. Throws CONFLICT when the participant already has one, RATE_LIMITED when their address has
 * started too many, and NOT_STARTED or CLOSED when the contest is not running.
 */
export const startAttempt = async (
  deps: StartDeps,
  contestId: Id,
  participant: NewAttempt,
  { ip, idempotencyKey }: { ip: string; idempotencyKey: string | null },
): Promise<Started> => {
  const { db, clock, contests, attempts, workspaces } = deps
  const workspaceId = await contests.getWorkspaceId(contestId)
  const workspace = await workspaces.find(workspaceId)
  if (!workspace || hasEnded(workspace.subscriptionEndDate, clock.now())) throw closed()
  const tokenSalt = idempotencyKey === null ? null : newSecret()
  const token = tokenSalt === null ? newSecret() : toToken(tokenSalt, idempotencyKey!)
  const addressHash = hashSecret(`${contestId} ${limitKey(ip)}`)
  const start = () =>
    db.transaction(
      async (tx) => {
        const now = clock.now()
        const contest = await contests.addAttempts(workspaceId, contestId, 1)
        checkRunning(contest, now)
        await checkAddress(deps, workspaceId, contestId, addressHash)
        const attempt = await attempts.insert(workspaceId, {
          ...participant,
          contestId,
          participantKeys: participantKeys(participant),
          tokenHash: hashSecret(token),
          tokenSalt,
          addressHash,
          deadline: deadlineOf(contest, now),
          order: toOrder(contest, randomBelow),
        })
        publishAttemptChanged(tx, 'started', attempt)
        return { attempt, questions: questionsOf(attempt, contest.questions), token }
      },
      { queue: contestQueue(contestId) },
    )
  return onConflict(start, alreadyStarted)
}

/** Returns the queue of starts, which count the attempts of their contest. */
export const contestQueue = (contestId: Id): string => `contests ${contestId}`

/**
 * Returns the attempt that was started with this key, and its token, for a participant who did not receive the first
 * reply. Throws NOT_FOUND when it was deleted or started with another key.
 */
export const getStartedAttempt = async (
  deps: AttemptDeps,
  contestId: Id,
  participant: NewAttempt,
  idempotencyKey: string,
): Promise<Started> => {
  const workspaceId = await deps.contests.getWorkspaceId(contestId)
  const keys = participantKeys(participant)
  const attempt = await deps.attempts.findOfParticipant(workspaceId, contestId, keys)
  const token = attempt?.tokenSalt ? toToken(attempt.tokenSalt, idempotencyKey) : null
  if (!attempt || token === null || hashSecret(token) !== attempt.tokenHash) throw notFound('Attempt')
  return { ...(await openAttempt(deps, attempt)), token }
}

/** Returns the attempt for a token. Submits it first when its deadline has passed. */
export const getAttempt = async (deps: AttemptDeps, id: Id, token: string): Promise<AttemptWithQuestions> =>
  openAttempt(deps, await deps.attempts.getByToken(id, hashSecret(token)))

export const answerQuestion = async (
  deps: AttemptDeps,
  { id, token, questionId, optionId }: { id: Id; token: string; questionId: Id; optionId: string },
): Promise<AttemptWithQuestions> => {
  const { attempts, contests, clock } = deps
  const attempt = await attempts.getByToken(id, hashSecret(token))
  const contest = await contests.getSheet(attempt.workspaceId, attempt.contestId)
  const questions = questionsOf(attempt, contest.questions)
  checkAnswer(questions, questionId, optionId)
  const now = clock.now()
  const isOver = currentDeadline(attempt, contest) <= now
  const answered = isOver ? null : await attempts.answerIf(attempt, questionId, optionId, now)
  if (!answered) throw attemptClosed()
  return { attempt: answered, questions }
}

export const submitAttempt = async (
  deps: AttemptDeps,
  id: Id,
  token: string,
): Promise<AttemptWithQuestions> => submit(deps, await deps.attempts.getByToken(id, hashSecret(token)))

/**
 * Returns a submitted attempt in this contest. Throws the same NOT_FOUND error whether it is missing, open or in
 * another contest.
 */
export const getSubmittedAttempt = async (
  deps: AttemptDeps,
  workspaceId: Id,
  contestId: Id,
  id: Id,
): Promise<AttemptWithQuestions> => {
  const opened = await openAttempt(deps, await deps.attempts.getOfContest(workspaceId, contestId, id))
  if (opened.attempt.status !== 'submitted') throw notFound('Attempt')
  return opened
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

/** Submits every attempt whose deadline has passed or whose contest was closed. */
export const submitOverdueAttempts = async (deps: AttemptDeps, context: JobContext): Promise<void> => {
  await forEachRecord(context, deps.attempts.iterateOverdue(deps.clock.now()), ({ workspaceId, id }) =>
    submitIfOpen(deps, workspaceId, id),
  )
  await forEachRecord(
    context,
    await deps.contests.listClosing(deps.clock.now(), batch),
    ({ workspaceId, id }) => submitClosing(deps, workspaceId, id, context.signal),
  )
}

const submitClosing = async (
  deps: AttemptDeps,
  workspaceId: Id,
  contestId: Id,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted)
    if ((await submitSomeAttempts(deps, workspaceId, contestId)) === 0) {
      await deps.contests.endClosing(workspaceId, contestId)
      return
    }
}

/**
 * Submits one batch of a closed contest's open attempts, so that a request can wait for it. Returns the number of
 * attempts.
 */
export const submitSomeAttempts = async (
  deps: AttemptDeps,
  workspaceId: Id,
  contestId: Id,
): Promise<number> => {
  const open = await deps.attempts.listOpenOf(workspaceId, contestId, batch)
  for (const { id } of open) await submitIfOpen(deps, workspaceId, id)
  return open.length
}

const submitIfOpen = async (deps: AttemptDeps, workspaceId: Id, id: Id): Promise<void> => {
  const attempt = await deps.attempts.find(workspaceId, id)
  if (attempt) await submit(deps, attempt)
}

/** Returns the attempt with its questions. Submits it first when its deadline has passed. */
const openAttempt = async (deps: AttemptDeps, attempt: StoredAttempt): Promise<AttemptWithQuestions> => {
  const contest = await deps.contests.getSheet(attempt.workspaceId, attempt.contestId)
  const isOverdue = attempt.status === 'in-progress' && currentDeadline(attempt, contest) <= deps.clock.now()
  return isOverdue ? submit(deps, attempt) : { attempt, questions: questionsOf(attempt, contest.questions) }
}

/** Scores the answers and closes the attempt once. The submission time is never after the deadline. */
const submit = (
  { db, clock, contests, attempts }: AttemptDeps,
  { workspaceId, contestId, id }: StoredAttempt,
): Promise<AttemptWithQuestions> =>
  db.transaction(async (tx) => {
    const attempt = await attempts.get(workspaceId, id)
    const contest = await contests.getSheet(workspaceId, contestId)
    const questions = questionsOf(attempt, contest.questions)
    if (attempt.status === 'submitted') return { attempt, questions }
    const deadline = currentDeadline(attempt, contest)
    const submitted = await attempts.submit(attempt, {
      deadline,
      submittedAt: new Date(Math.min(clock.now().getTime(), deadline.getTime())),
      score: scoreOf(questions, attempt.answers),
      maxScore: sumPoints(questions),
    })
    publishAttemptChanged(tx, 'submitted', submitted)
    return { attempt: submitted, questions }
  })

const dayMs = 24 * 3600 * 1000

/** The transaction has already changed the contest, so that concurrent starts are counted one after the other. */
const checkAddress = async (
  { attempts, clock, attemptsPerAddress }: StartDeps,
  workspaceId: Id,
  contestId: Id,
  addressHash: string,
): Promise<void> => {
  const since = new Date(clock.now().getTime() - dayMs)
  const started = await attempts.countStarted(workspaceId, contestId, addressHash, since)
  if (started >= attemptsPerAddress)
    throw new AppError('RATE_LIMITED', 'Too many attempts in this contest were started from your address', {
      retryAfterSeconds: 3600,
    })
}

/** Without the key, which is not stored, the salt does not reveal the token. */
const toToken = (salt: string, idempotencyKey: string): string =>
  createHmac('sha256', salt).update(idempotencyKey).digest('base64url')

/** The question order does not have to be unpredictable, so Math.random is sufficient. */
const randomBelow = (limit: number): number => Math.floor(Math.random() * limit)

const alreadyStarted = (): AppError =>
  new AppError(
    'CONFLICT',
    'You already have an attempt in this contest; each participant can take part only once',
  )
