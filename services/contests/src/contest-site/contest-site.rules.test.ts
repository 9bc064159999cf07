import { describe, expect, it } from 'vitest'
import {
  isSettled,
  phaseOf,
  positionOf,
  readAnswerForm,
  readAttemptCookie,
  readStartForm,
  toUnits,
  writeAttemptCookie,
} from './contest-site.rules.ts'

const at = (time: string) => new Date(`2026-11-18T${time}Z`)
const contest = {
  status: 'published' as const,
  startsAt: at('10:00:00'),
  endsAt: at('12:00:00'),
  updatedAt: at('11:00:00'),
}
const bytes = (text: string) => new TextEncoder().encode(text)

describe('phaseOf', () => {
  it.each([
    ['09:59:59', 'upcoming'],
    ['10:00:00', 'open'],
    ['11:59:59', 'open'],
    ['12:00:00', 'over'],
  ])('returns at %s the phase %s', (time, phase) => {
    expect(phaseOf(contest, at(time))).toBe(phase)
  })

  it('returns over for a closed contest, even before its end', () => {
    expect(phaseOf({ ...contest, status: 'closed' }, at('10:30:00'))).toBe('over')
  })
})

describe('isSettled', () => {
  it('returns true a minute after the contest has ended or was closed', () => {
    const closed = { ...contest, status: 'closed' as const }
    expect([at('12:00:30'), at('12:01:01')].map((now) => isSettled(contest, now))).toEqual([false, true])
    expect([at('11:00:30'), at('11:01:01')].map((now) => isSettled(closed, now))).toEqual([false, true])
  })
})

describe('toUnits', () => {
  it('splits a time into units, and returns zeros for a time in the past', () => {
    const ms = ((2 * 24 + 3) * 3600 + 4 * 60 + 5) * 1000 + 999
    expect(toUnits(ms)).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 })
    expect(toUnits(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
})

describe('positionOf', () => {
  const questions = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  it.each([
    ['2', {}, 1],
    ['review', {}, 'review'],
    [undefined, { a: 'x' }, 1],
    ['9', { a: 'x', b: 'x' }, 2],
    ['0', {}, 0],
    ['-1', {}, 0],
    [undefined, { a: 'x', b: 'x', c: 'x' }, 'review'],
  ])('maps the choice %s with the answers %o to the position %s', (choice, answers, position) => {
    expect(positionOf(choice, questions, answers as Record<string, string>)).toBe(position)
  })
})

describe('readStartForm', () => {
  it('trims the fields and returns empty texts for missing ones', () => {
    expect(readStartForm(bytes('name=+Mona+&email=a%40b.example'))).toEqual({
      key: '',
      name: 'Mona',
      email: 'a@b.example',
      phone: '',
    })
  })
})

describe('readAnswerForm', () => {
  it('keeps the option unchanged, and returns null without one', () => {
    expect(readAnswerForm(bytes('questionId=q&optionId=+a+&next=2'))).toEqual({
      questionId: 'q',
      optionId: ' a ',
      next: '2',
    })
    expect(readAnswerForm(bytes('questionId=q')).optionId).toBeNull()
  })
})

describe('readAttemptCookie', () => {
  it('returns the attempt that was written, and null for other values', () => {
    const [id, token] = ['a'.repeat(24), 'b'.repeat(43)]
    expect(readAttemptCookie(writeAttemptCookie(id, token))).toEqual({ id, token })
    for (const value of [undefined, '', id, `${id}.`, `x.${token}`, `${id}.a b`])
      expect(readAttemptCookie(value)).toBeNull()
  })
})
