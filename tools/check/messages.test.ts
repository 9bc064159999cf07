import { expect, test } from 'vitest'
import { readSources } from './boundaries.ts'
import { root } from '../root.ts'
import { faultsOfMessages } from './messages.ts'

const faultsOf = (message: string) =>
  faultsOfMessages([
    { path: 'services/shop/src/a.rules.ts', text: `throw new AppError('CONFLICT', '${message}')` },
  ]).map((fault) => fault.split('” ')[1])

test.each([
  ['The slug is taken', ['does not say what would be right']],
  ['The slug is taken: choose another', []],
  ['The slug is taken: choose another.', ['ends with a full stop, which no other does']],
  ['The bucket is away; try again', ['names something of the inside']],
  ['is taken: choose another', []],
])('“%s”', (message, faults) => {
  expect(faultsOf(message)).toEqual(faults)
})

test('what is wrong with a field is looked at too', () => {
  const text = "throw invalid('slug', 'is taken')"
  expect(faultsOfMessages([{ path: 'libs/shop/src/a.ts', text }])).toHaveLength(1)
})

test('the message of every failure tells a caller what would be right, in words of the outside', () => {
  expect(faultsOfMessages(readSources(root))).toEqual([])
})
