import { AppError, invalid, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Contest } from '../contests/contest.contract.ts'
import type { NewAttempt } from './attempt.contract.ts'

export type SheetQuestion = Contest['questions'][number]
type Answers = Readonly<Record<Id, string>>

/** Returns the end of the attempt's time limit or of the contest, whichever comes first. */
export const deadlineOf = (
  { endsAt, durationMinutes }: { endsAt: Date; durationMinutes: number | null },
  start: Date,
): Date =>
  durationMinutes === null
    ? endsAt
    : new Date(Math.min(endsAt.getTime(), start.getTime() + durationMinutes * 60_000))

/**
 * Returns the questions for one attempt, shuffled with their options if the contest says so. `below(n)` returns a random
 * whole number from 0 to n - 1.
 */
export const toSheet = (
  { questions, shuffle }: Pick<Contest, 'questions' | 'shuffle'>,
  below: (limit: number) => number,
): SheetQuestion[] =>
  shuffle
    ? toShuffled(questions, below).map((question) => ({
        ...question,
        options: toShuffled(question.options, below),
      }))
    : questions

const toShuffled = <Item>(items: readonly Item[], below: (limit: number) => number): Item[] => {
  const left = [...items]
  return items.map(() => left.splice(below(left.length), 1)[0]!)
}

/** Returns the keys that identify a participant. Two attempts that share a key belong to the same person. */
export const participantKeys = ({ email, phone }: Pick<NewAttempt, 'email' | 'phone'>): string[] => [
  ...(email === null ? [] : [`email:${email}`]),
  ...(phone === null ? [] : [`phone:${toPhoneDigits(phone)}`]),
]

/** Normalizes a phone number to its digits: `+20 (10) 1234`, `0020101234` and Arabic digits give the same result. */
const toPhoneDigits = (phone: string): string => {
  const digits = phone
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^(?:\+|00)/, '')
  if (!/^\d{5,15}$/.test(digits)) throw invalid('phone', 'must be a phone number, such as +20 100 123 4567')
  return digits
}

/**
 * Throws NOT_FOUND for a question that is not in the attempt, and 422 for an option that does not belong to the
 * question.
 */
export const checkAnswer = (questions: readonly SheetQuestion[], questionId: Id, optionId: string): void => {
  const question = questions.find(({ id }) => id === questionId)
  if (!question) throw notFound('Question')
  if (!question.options.some(({ id }) => id === optionId))
    throw invalid('optionId', "must be the id of one of the question's options")
}

export const scoreOf = (questions: readonly SheetQuestion[], answers: Answers): number =>
  sumPoints(questions.filter(({ id, correctOptionId }) => answers[id] === correctOptionId))

export const sumPoints = (questions: readonly SheetQuestion[]): number =>
  questions.reduce((sum, { points }) => sum + points, 0)

export const attemptClosed = (): AppError =>
  new AppError('CLOSED', 'The attempt was submitted or its time is up; answers can no longer be changed')
