import { describe, expect, it } from 'vitest'
import { wordingProblems } from './wording.ts'

const problemsOf = (text: string, path = 'services/shop/src/orders/order.rules.ts') =>
  wordingProblems([{ path, text }]).map((line) => line.split('” ')[1])

const message = (text: string) => problemsOf(`throw new AppError('CONFLICT', '${text}')`)
const detail = (text: string) => problemsOf(`throw invalid('slug', '${text}')`)
const summary = (text: string) =>
  problemsOf(`summary: '${text}',`, 'services/shop/src/orders/order.contract.ts')
const title = (text: string) => problemsOf(text, 'services/shop/test/orders.test.ts')

describe('wordingProblems', () => {
  it.each([
    ['A record with this slug already exists', []],
    ['The body is no JSON', ['says "is no": use "is not a" or "does not exist"']],
    ['An id in the path is none', ['says "is none": use "is not", "is missing" or "does not exist"']],
    ['Nobody may do this', ['says "Nobody": name the person or system, or use the passive']],
    ['The slug is used.', ['must not end with a full stop']],
    ['slug is used', ['must start with a capital letter']],
    ['The bucket is full', ['must not mention the implementation']],
  ])('checks the message "%s" and reports %j', (text, problems) => {
    expect(message(text)).toEqual(problems)
  })

  it.each([
    ['must contain at most 500 items', true],
    ['cannot be combined with kind', true],
    ['is required', true],
    ['already exists', true],
    ['are at most 500 on one invoice', false],
    ['lack "k"', false],
  ])('checks the detail "%s" (accepted: %s)', (text, isAccepted) => {
    expect(detail(text)).toHaveLength(isAccepted ? 0 : 1)
    expect(problemsOf(`details: [{ path: 'slug', message: '${text}' }]`)).toHaveLength(isAccepted ? 0 : 1)
    expect(problemsOf(`z.string().min(1, { error: '${text}' })`)).toHaveLength(isAccepted ? 0 : 1)
  })

  it('checks messages whose code or fields are variables', () => {
    expect(problemsOf("throw new AppError(posErrors.TILL_CLOSED, 'Nobody opened the till')")).toHaveLength(1)
    expect(problemsOf("logger.error(fields, 'the till hears of it later')")).toHaveLength(1)
  })

  it('requires a verb at the start of a route summary', () => {
    expect(summary('List clients')).toEqual([])
    expect(summary('Clients, newest first')).toEqual(['must start with a verb, as in "List clients"'])
  })

  it('finds signal words in log lines and comments', () => {
    expect(problemsOf("logger.warn({ err }, 'the gateway hears of a domain later')")).toHaveLength(1)
    expect(problemsOf('/** Whoever comes second waits. */')).toHaveLength(1)
    expect(problemsOf('// The second caller waits.')).toEqual([])
  })

  it.each([
    [`it('rejects a booking that overlaps another one', () => {})`, []],
    [`it('R16: creates each occurrence once', () => {})`, []],
    [`it.each([['a', '(b)']])('returns %s', () => {})`, []],
    [`it('a second booking is rejected', () => {})`, ['must start with a verb in the third person']],
    [`it('sessions are listed', () => {})`, ['must start with a verb in the third person']],
    [
      `it.each(rows.map(({ id }) => [id]))('one %s', () => {})`,
      ['must start with a verb in the third person'],
    ],
    [`test('rejects a booking', () => {})`, ['must use it()']],
    [`describe('the story', () => {})`, ['says "the story": use the technical word']],
  ])('checks the title in %s and reports %j', (text, problems) => {
    expect(title(text)).toEqual(problems)
  })
})
