import { describe, expect, it } from 'vitest'
import {
  newQuestion,
  nextOptionId,
  phaseOf,
  questionProblems,
  toContestBody,
  toContestFields,
} from './contest.rules.ts'

const contest = {
  id: 'c1',
  workspaceId: 'w1',
  title: 'Quiz',
  description: null,
  questions: [
    {
      id: 'q1',
      text: 'Capital of Egypt?',
      options: [
        { id: 'a', label: 'Cairo' },
        { id: 'b', label: 'Giza' },
      ],
      correctOptionId: 'a',
      points: 2,
    },
  ],
  startsAt: '2026-11-18T08:00:00.000Z',
  endsAt: '2026-11-19T08:00:00.000Z',
  durationMinutes: 30,
  shuffle: true,
  publicLeaderboard: false,
  status: 'published' as const,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
}

describe('phaseOf', () => {
  it('returns whether a published contest is running by its times', () => {
    const at = (time: string) => phaseOf(contest, new Date(time))
    expect(at('2026-11-18T07:59:59Z')).toBe('scheduled')
    expect(at('2026-11-18T08:00:00Z')).toBe('running')
    expect(at('2026-11-19T08:00:00Z')).toBe('ended')
    expect(phaseOf({ ...contest, status: 'draft' }, new Date())).toBe('draft')
  })
})

describe('toContestBody', () => {
  it('returns the contest that the form was filled from', () => {
    const setting = { timeZone: 'Africa/Cairo', now: new Date() }
    const { changeable, fixed } = toContestBody(toContestFields(contest, setting), 'Africa/Cairo')
    const { title, description, endsAt, publicLeaderboard, startsAt, durationMinutes, shuffle } = contest
    expect(changeable).toEqual({ title, description, endsAt, publicLeaderboard })
    const [{ id: _, ...question }] = contest.questions as [(typeof contest.questions)[0]]
    expect(fixed).toEqual({ startsAt, durationMinutes, shuffle, questions: [question] })
  })
})

describe('questionProblems', () => {
  it('reports missing values by their API paths', () => {
    expect(questionProblems([{ ...newQuestion(), points: 'x' }])).toEqual({
      'questions.0.text': 'required',
      'questions.0.options.0.label': 'required',
      'questions.0.options.1.label': 'required',
      'questions.0.points': 'number',
    })
  })
})

describe('nextOptionId', () => {
  it('returns the first free letter', () => {
    expect(nextOptionId([{ id: 'a' }, { id: 'c' }])).toBe('b')
  })
})
