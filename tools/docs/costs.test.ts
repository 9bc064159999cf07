import { describe, expect, it } from 'vitest'
import { costProblems, measuredOperations, readCosts } from './costs.ts'

const cheap = { cpuMs: 50, memoryMb: 4, storedKb: 64 }

describe('costProblems', () => {
  it('accepts an operation at the limits of a single call', () => {
    expect(costProblems({ id: 'a' }, cheap)).toEqual([])
  })

  it.each([{ cpuMs: 51 }, { memoryMb: 5 }, { storedKb: 65 }])(
    'requires a rate class for an operation that costs %j',
    (high) => {
      expect(costProblems({ id: 'a' }, { ...cheap, ...high })).toHaveLength(1)
      expect(costProblems({ id: 'a', rate: 'order' }, { ...cheap, ...high })).toEqual([])
    },
  )

  it('rejects a rate class that allows too much in a minute, except for receiveWebhook', () => {
    expect(costProblems({ id: 'a', rate: 'auth' }, { ...cheap, cpuMs: 200 })).toEqual([
      'a needs a lower limit: cpuMs is 60000 for 300 calls, above 30000',
    ])
    expect(costProblems({ id: 'a', rate: 'webhook' }, { ...cheap, storedKb: 1024 })).toHaveLength(1)
    expect(costProblems({ id: 'receiveWebhook', rate: 'webhook' }, { ...cheap, storedKb: 1024 })).toEqual([])
  })
})

describe('docs/costs.json', () => {
  it('contains every operation that needs no permission', async () => {
    const wanted = (await measuredOperations()).map(({ route }) => route.id).toSorted()
    expect(wanted).toContain('login')
    expect(Object.keys(readCosts().operations).toSorted()).toEqual(wanted) // npm run bench -- costs measures the missing ones
  })

  it('contains no operation that costs more than its rate class allows', async () => {
    const { operations } = readCosts()
    const problems = (await measuredOperations()).flatMap(({ route }) =>
      operations[route.id] ? costProblems(route, operations[route.id]!) : [],
    )
    expect(problems).toEqual([])
  })
})
