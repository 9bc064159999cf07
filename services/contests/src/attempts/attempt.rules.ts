import { AppError, invalid, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Contest } from '../contests/contest.contract.ts'
import type { NewAttempt } from './attempt.contract.ts'

export type SheetQuestion = Contest['questions'][number]
type Answers = Readonly<Record<Id, string>>

/** The earlier of start and duration, and the end of the contest. */
export const deadlineOf = (
  { endsAt, durationMinutes }: { endsAt: Date; durationMinutes: number | null },
  start: Date,
): Date =>
  durationMinutes === null
    ? endsAt
    : new Date(Math.min(endsAt.getTime(), start.getTime() + durationMinutes * 60_000))

/** The questions in the order of one attempt; `below` gives a whole number from 0 to less than its argument. */
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

/** By what a participant is known: one of these shared with another attempt is the same person. */
export const participantKeys = ({ email, phone }: Pick<NewAttempt, 'email' | 'phone'>): string[] => [
  ...(email === null ? [] : [`email:${email}`]),
  ...(phone === null ? [] : [`phone:${toPhoneDigits(phone)}`]),
]

/** The digits of a phone number however it is written: `+20 (10) 1234`, `0020101234` and Arabic digits are alike. */
const toPhoneDigits = (phone: string): string => {
  const digits = phone
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^(?:\+|00)/, '')
  if (!/^\d{5,15}$/.test(digits)) throw invalid('phone', 'must be a phone number, such as +20 100 123 4567')
  return digits
}

/** Refuses a question that the attempt does not hold, and an option that its question does not. */
export const checkAnswer = (questions: readonly SheetQuestion[], questionId: Id, optionId: string): void => {
  const question = questions.find(({ id }) => id === questionId)
  if (!question) throw notFound('Question')
  if (!question.options.some(({ id }) => id === optionId))
    throw invalid('optionId', 'must be the id of an option of this question')
}

export const scoreOf = (questions: readonly SheetQuestion[], answers: Answers): number =>
  sumPoints(questions.filter(({ id, correctOptionId }) => answers[id] === correctOptionId))

export const sumPoints = (questions: readonly SheetQuestion[]): number =>
  questions.reduce((sum, { points }) => sum + points, 0)

export const timeOver = (): AppError =>
  new AppError('CLOSED', 'The attempt is submitted or its time is over; answers can no longer change')
