import type { ContestStatus } from '../contests/contest.contract.ts'

type Phase = 'upcoming' | 'open' | 'over'

/** Returns whether a contest has not started, can be taken part in, or is over. */
export const phaseOf = (
  { status, startsAt, endsAt }: { status: ContestStatus; startsAt: Date; endsAt: Date },
  now: Date,
): Phase => {
  if (status === 'closed' || endsAt <= now) return 'over'
  return now < startsAt ? 'upcoming' : 'open'
}

/** The last attempts are submitted shortly after the end. */
const settledMs = 60_000

/** Returns whether the leaderboard of a contest no longer changes. */
export const isSettled = (
  contest: { status: ContestStatus; startsAt: Date; endsAt: Date; updatedAt: Date },
  now: Date,
): boolean => {
  const end = contest.status === 'closed' ? contest.updatedAt : contest.endsAt
  return phaseOf(contest, now) === 'over' && now.getTime() - end.getTime() > settledMs
}

/** Splits a time into units, each rounded down; 0 for one that is over. */
export const toUnits = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** The form that starts an attempt; missing fields are empty. */
export type StartForm = { key: string; name: string; email: string; phone: string }

const fieldsOf = (body: Uint8Array) => {
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'))
  return (name: string): string => (fields.get(name) ?? '').trim()
}

export const readStartForm = (body: Uint8Array): StartForm => {
  const field = fieldsOf(body)
  return { key: field('key'), name: field('name'), email: field('email'), phone: field('phone') }
}

type AnswerForm = { questionId: string; optionId: string | null; next: string }

/** An option's id is the owner's text, so it is not trimmed. */
export const readAnswerForm = (body: Uint8Array): AnswerForm => {
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'))
  return {
    questionId: fields.get('questionId') ?? '',
    optionId: fields.get('optionId'),
    next: fields.get('next') ?? '',
  }
}

export type Position = number | 'review'

/**
 * Returns which question to show, counted from 0, or `review`. Without a valid choice, it is the first unanswered
 * question, or the review when all are answered.
 */
export const positionOf = (
  choice: string | undefined,
  questions: readonly { id: string }[],
  answers: Readonly<Record<string, string>>,
): Position => {
  if (choice === 'review') return 'review'
  const number = /^\d{1,3}$/.test(choice ?? '') ? Number(choice) : 0
  if (number >= 1 && number <= questions.length) return number - 1
  const first = questions.findIndex(({ id }) => answers[id] === undefined)
  return first === -1 ? 'review' : first
}

/** The cookie with the id and token of an attempt. It is limited to the pages of its contest. */
export const attemptCookie = 'wp_attempt'

export const writeAttemptCookie = (attemptId: string, token: string): string => `${attemptId}.${token}`

/** Returns the attempt that a cookie names; null for a malformed cookie. */
export const readAttemptCookie = (value: string | undefined): { id: string; token: string } | null => {
  const [, id, token] = /^([\da-f]{24})\.([\w-]{20,100})$/.exec(value ?? '') ?? []
  return id && token ? { id, token } : null
}
