import type { Contest } from '@workspace-platform/client/contests'
import { toLocal, toMoment } from '../../i18n/local-time.rules.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import type { Tone } from '../../ui/badge.tsx'

/** The phase of a contest: a published contest is upcoming, running or over. */
type ContestPhase = 'draft' | 'scheduled' | 'running' | 'ended' | 'closed'

export const phaseTones: Record<ContestPhase, Tone> = {
  draft: 'neutral',
  scheduled: 'warn',
  running: 'ok',
  ended: 'neutral',
  closed: 'neutral',
}

export const phaseOf = (
  { status, startsAt, endsAt }: Pick<Contest, 'status' | 'startsAt' | 'endsAt'>,
  now: Date,
): ContestPhase => {
  if (status !== 'published') return status
  if (now < new Date(startsAt)) return 'scheduled'
  return now < new Date(endsAt) ? 'running' : 'ended'
}

export type QuestionDraft = {
  text: string
  options: { id: string; label: string }[]
  correctOptionId: string
  points: string
}

/** A contest as the form edits it, with strings only. The questions are a JSON list. */
export type ContestFields = {
  title: string
  description: string
  startsAt: string
  endsAt: string
  publicLeaderboard: string
  durationMinutes: string
  shuffle: string
  questions: string
}

export const newQuestion = (): QuestionDraft => ({
  text: '',
  options: [
    { id: 'a', label: '' },
    { id: 'b', label: '' },
  ],
  correctOptionId: 'a',
  points: '1',
})

/** Returns an id that no option of the question has. */
export const nextOptionId = (options: readonly { id: string }[]): string => {
  const ids = Array.from({ length: 21 }, (_, index) => String.fromCodePoint(97 + index))
  return ids.find((id) => !options.some((option) => option.id === id))!
}

type Setting = { timeZone: string; now: Date }

/** Returns the form values for a contest, or for a new one that starts in an hour and lasts a week. */
export const toContestFields = (contest: Contest | null, { timeZone, now }: Setting): ContestFields => {
  const hour = 3_600_000
  const start = new Date(Math.ceil((now.getTime() + hour) / hour) * hour).toISOString()
  const end = new Date(Date.parse(start) + 7 * 24 * hour).toISOString()
  return {
    title: contest?.title ?? '',
    description: contest?.description ?? '',
    startsAt: toLocal(contest?.startsAt ?? start, timeZone),
    endsAt: toLocal(contest?.endsAt ?? end, timeZone),
    publicLeaderboard: contest?.publicLeaderboard ? 'yes' : '',
    durationMinutes: contest?.durationMinutes ? String(contest.durationMinutes) : '',
    shuffle: contest?.shuffle ? 'yes' : '',
    questions: JSON.stringify(
      contest
        ? contest.questions.map(({ text, options, correctOptionId, points }): QuestionDraft => ({
            text,
            options,
            correctOptionId,
            points: String(points),
          }))
        : [newQuestion()],
    ),
  }
}

export const questionsIn = ({ questions }: Pick<ContestFields, 'questions'>): QuestionDraft[] =>
  JSON.parse(questions) as QuestionDraft[]

/** Returns the body for the API. Only some fields of a published contest can change. */
export const toContestBody = (fields: ContestFields, timeZone: string) => ({
  changeable: {
    title: fields.title.trim(),
    description: fields.description.trim() || null,
    endsAt: toMoment(fields.endsAt, timeZone),
    publicLeaderboard: fields.publicLeaderboard === 'yes',
  },
  fixed: {
    startsAt: toMoment(fields.startsAt, timeZone),
    durationMinutes: fields.durationMinutes.trim() === '' ? null : toNumber(fields.durationMinutes),
    shuffle: fields.shuffle === 'yes',
    questions: questionsIn(fields).map(({ text, options, correctOptionId, points }) => ({
      text: text.trim(),
      options: options.map(({ id, label }) => ({ id, label: label.trim() })),
      correctOptionId,
      points: toNumber(points),
    })),
  },
})

/** Returns the paths of questions that are incomplete, as the API names them. */
export const questionProblems = (
  questions: readonly QuestionDraft[],
): Record<string, 'required' | 'number'> => {
  const problems: Record<string, 'required' | 'number'> = {}
  for (const [index, { text, options, points }] of questions.entries()) {
    if (text.trim() === '') problems[`questions.${index}.text`] = 'required'
    for (const [option, { label }] of options.entries())
      if (label.trim() === '') problems[`questions.${index}.options.${option}.label`] = 'required'
    if (!Number.isInteger(toNumber(points))) problems[`questions.${index}.points`] = 'number'
  }
  return problems
}
