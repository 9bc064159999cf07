import { expect, it } from 'vitest'
import { readmeList, supportList } from '../src/tools/support.ts'

it('the README lists what the code supports and refuses (else run node src/tools/support.ts)', () => {
  expect(readmeList()).toBe(supportList())
})
