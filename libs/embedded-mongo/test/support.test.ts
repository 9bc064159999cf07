import { describe, expect, it } from 'vitest'
import { readmeList, supportList } from '../src/tools/support.ts'

describe('README', () => {
  it('lists the features that the code supports and rejects (run node src/tools/support.ts to update it)', () => {
    expect(readmeList()).toBe(supportList())
  })
})
