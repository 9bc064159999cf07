import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkAnswer,
  currentDeadline,
  deadlineOf,
  participantKeys,
  questionsOf,
  scoreOf,
  sumPoints,
  toOrder,
  toPublicName,
} from './attempt.rules.ts'

const options = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
]
const question = (id: string, points = 1) => ({ id, text: id, options, correctOptionId: 'a', points })
const start = new Date('2027-03-01T10:00:00.000Z')

describe('deadlineOf', () => {
  it.each([
    [
      'the end of the contest when there is no time limit',
      null,
      '2027-03-01T12:00:00.000Z',
      '2027-03-01T12:00:00.000Z',
    ],
    [
      'the end of the time limit when it comes first',
      30,
      '2027-03-01T12:00:00.000Z',
      '2027-03-01T10:30:00.000Z',
    ],
    [
      'the end of the contest when it comes first',
      180,
      '2027-03-01T12:00:00.000Z',
      '2027-03-01T12:00:00.000Z',
    ],
  ])('returns %s', (_, durationMinutes, endsAt, deadline) => {
    expect(deadlineOf({ endsAt: new Date(endsAt), durationMinutes }, start).toISOString()).toBe(deadline)
  })
})

describe('currentDeadline', () => {
  it('returns the time at which the contest was closed if that is earlier', () => {
    const later = new Date('2027-03-01T11:00:00.000Z')
    expect(currentDeadline({ deadline: later }, { closingAt: start })).toBe(start)
    expect(currentDeadline({ deadline: start }, { closingAt: later })).toBe(start)
    expect(currentDeadline({ deadline: start }, { closingAt: null })).toBe(start)
  })
})

describe('toOrder and questionsOf', () => {
  const toSheet = (
    contest: { questions: ReturnType<typeof question>[]; shuffle: boolean },
    below: (limit: number) => number,
  ) => questionsOf({ order: toOrder(contest, below) }, contest.questions)

  it("keeps the contest's order when shuffling is off", () => {
    const questions = [question('1'), question('2')]
    expect(toSheet({ questions, shuffle: false }, () => 0)).toEqual(questions)
  })

  it('returns the copied questions of an attempt that was started with an earlier version', () => {
    expect(questionsOf({ questions: [question('1')] }, [question('2')])).toEqual([question('1')])
  })

  it('stores the order of the largest contest in less than 16 KiB', () => {
    const most = Array.from({ length: 500 }, (_, index) => ({
      ...question(`q${index}`),
      options: Array.from({ length: 20 }, (_each, option) => ({ id: `${option}`, label: 'x' })),
    }))
    const order = toOrder({ questions: most, shuffle: true }, (limit) => limit - 1)!
    expect(order.length).toBeGreaterThan(500 * 20)
    expect(order.length).toBeLessThan(16 * 1024)
    expect(questionsOf({ order }, most).map(({ id }) => id)).toEqual(most.map(({ id }) => id).toReversed())
  })

  it('shuffles without losing or changing questions or options', () => {
    const numbers = fc.array(fc.nat(), { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), numbers, (count, random) => {
        const questions = Array.from({ length: count }, (_, index) => question(`q${index}`, index))
        let next = 0
        const sheet = toSheet({ questions, shuffle: true }, (limit) => random[next++ % 60]! % limit)
        const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
        expect(
          sheet.map((each) => ({ ...each, options: each.options.toSorted(byId) })).toSorted(byId),
        ).toEqual(questions.toSorted(byId))
      }),
    )
  })

  it('shuffles both questions and options', () => {
    const questions = [question('1'), question('2'), question('3')]
    const sheet = toSheet({ questions, shuffle: true }, (limit) => limit - 1)
    expect(sheet.map(({ id }) => id)).toEqual(['3', '2', '1'])
    expect(sheet[0]!.options.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('participantKeys', () => {
  it.each(['+20 100 123 4567', '0020-100-123-4567', '(20) 100.123.4567', '٢٠١٠٠١٢٣٤٥٦٧', '+۲۰۱۰۰۱۲۳۴۵۶۷'])(
    'returns the same key for the phone number %s',
    (phone) => {
      expect(participantKeys({ email: null, phone })).toEqual(['phone:201001234567'])
    },
  )

  it.each(['call me', '12', '+', '1234567890123456'])('rejects the phone number %s', (phone) => {
    expect(() => participantKeys({ email: null, phone })).toThrow('phone must be a phone number')
  })

  it('returns one key for the email and one for the phone number', () => {
    expect(participantKeys({ email: 'mona@shop.example', phone: '12345' })).toEqual([
      'email:mona@shop.example',
      'phone:12345',
    ])
  })
})

describe('toPublicName', () => {
  it.each([
    ['Mona Adel Hassan', 'Mona H.'],
    ['  Mona  ', 'Mona'],
    ['منى حسن', 'منى ح.'],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('shortens %s to %s', (name, short) => {
    expect(toPublicName(name)).toBe(short)
  })
})

describe('checkAnswer', () => {
  it('accepts only a question in the attempt and an option of that question', () => {
    expect(() => checkAnswer([question('1')], '1', 'b')).not.toThrow()
    expect(() => checkAnswer([question('1')], '2', 'a')).toThrow('Question not found')
    expect(() => checkAnswer([question('1')], '1', 'z')).toThrow(
      'optionId must be the id of one of the question',
    )
  })
})

describe('scoreOf and sumPoints', () => {
  it('counts the points of correct answers only, and sums the points of all questions', () => {
    const questions = [question('1', 3), question('2', 5), question('3', 7), question('4', 0)]
    expect(scoreOf(questions, { 1: 'a', 2: 'b', 4: 'a' })).toBe(3)
    expect(scoreOf(questions, {})).toBe(0)
    expect(sumPoints(questions)).toBe(15)
  })
})
