import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAMILIES } from './families.ts'
import { openTarget } from './runner.ts'
import type { Target } from './runner.ts'

const cases = FAMILIES.flatMap((family) => family.cases)

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(async () => {
  await target.close()
})

describe('MongoDB conformance', () => {
  it('has at least 400 cases, with unique names on each page', () => {
    expect(cases.length).toBeGreaterThanOrEqual(400)
    const titles = cases.map(({ page, name }) => `${page}: ${name}`)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  describe.each(FAMILIES)('$name', ({ cases: those }) => {
    it.each(those)('$page: $name', async (each) => {
      expect(await target.runCase(each)).toBe('passed')
    })
  })
})
