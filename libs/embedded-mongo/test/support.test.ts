import { describe, expect, it } from 'vitest'
import { readmeList, supportList } from '../src/tools/support.ts'

describe('README', () => {
  it('lists supported and rejected features (update it with node src/tools/support.ts)', () => {
    expect(readmeList()).toBe(supportList())
  })
})
