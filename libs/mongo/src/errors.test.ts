import { mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { isTransient, isUnknownCommit, markTransient } from './errors.ts'

type Reason = ConstructorParameters<typeof mongo.MongoServerSelectionError>[1]

const lost = () => new mongo.MongoNetworkError('connection 5 closed')
const noServer = () => new mongo.MongoServerSelectionError('timed out', {} as Reason)
const invalid = () => new mongo.MongoServerError({ code: 2, message: 'BadValue' })

describe('markTransient', () => {
  it.each([
    ['a broken connection', true, lost],
    ['no available server', true, noServer],
    ['an invalid command', false, invalid],
    ['an error in the program', false, () => new TypeError('x')],
  ])('marks %s as transient: %j', (_, expected, make) => {
    expect(isTransient(markTransient(make()))).toBe(expected)
  })
})

describe('isUnknownCommit', () => {
  it.each([
    ['a broken connection', true, lost],
    ['no available server', true, noServer],
    ['an invalid command', false, invalid],
  ])('checks whether %s leaves the outcome of the commit unknown: %j', (_, expected, make) => {
    expect(isUnknownCommit(make())).toBe(expected)
  })
})
