import { expect, it } from 'vitest'
import { readmeTable, supportTable } from '../src/tools/support.ts'

it('the README lists what the code supports and refuses (else run node src/tools/support.ts)', () => {
  expect(readmeTable()).toBe(supportTable())
})
