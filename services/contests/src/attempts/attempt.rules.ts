import { AppError, invalid, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Contest } from '../contests/contest.contract.ts'
import type { NewAttempt } from './attempt.contract.ts'

export type SheetQuestion = Contest['questions'][number]
type Answers = Readonly<Record<Id, string>>

/** Returns the deadline for a new attempt: the end of its time limit or of the contest, whichever comes first. */
export const deadlineOf = (
  { endsAt, durationMinutes }: { endsAt: Date; durationMinutes: number | null },
  start: Date,
): Date =>
  durationMinutes === null
    ? endsAt
    : new Date(Math.min(endsAt.getTime(), start.getTime() + durationMinutes * 60_000))

/** An earlier version copied the questions into each attempt; such attempts keep their copy. */
export type AttemptOrder = { order?: string | null; questions?: SheetQuestion[] }

/** Closing a contest ends its open attempts. */
export const currentDeadline = (
  { deadline }: { deadline: Date },
  { closingAt }: { closingAt?: Date | null },
): Date => (closingAt && closingAt < deadline ? closingAt : deadline)

/**
 * Returns the order of one attempt's questions and options, or null if the contest is not shuffled. `1:10,0:01` means the
 * second question with its second and then its first option, then the first question with its options in order. Numbers
 * are in base 36, so a question can have at most 36 options. `below(n)` returns a random whole number from 0 to n - 1.
 */
export const toOrder = (
  { questions, shuffle }: Pick<Contest, 'questions' | 'shuffle'>,
  below: (limit: number) => number,
): string | null => {
  if (!shuffle) return null
  const shuffled = toShuffled([...questions.entries()], below)
  return shuffled
    .map(([index, { options }]) => {
      const optionOrder = toShuffled([...options.keys()], below)
      return `${index.toString(36)}:${optionOrder.map((option) => option.toString(36)).join('')}`
    })
    .join(',')
}

/** Returns the questions of a published contest, which never change, in the attempt's order. */
export const questionsOf = (
  { order, questions: copied }: AttemptOrder,
  questions: SheetQuestion[],
): SheetQuestion[] => {
  if (copied) return copied
  if (!order) return questions
  return order.split(',').map((entry) => {
    const [index, optionOrder] = entry.split(':') as [string, string]
    const question = questions[Number.parseInt(index, 36)]!
    const options = Array.from(optionOrder, (digit) => question.options[Number.parseInt(digit, 36)]!)
    return { ...question, options }
  })
}

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

const longestPublicName = 60

/** Returns a name as everyone may see it: the first name, and the first letter of the last name. */
export const toPublicName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const segments = new Intl.Segmenter()
  const [letter] = segments.segment(others.at(-1) ?? '')
  const letters = Array.from(segments.segment(first), ({ segment }) => segment)
  const short = letters.slice(0, longestPublicName).join('')
  return letter ? `${short} ${letter.segment}.` : short
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
