import { describe, expect, it } from 'vitest'
import { localeFor } from './locale.rules.ts'

describe('localeFor', () => {
  it("keeps a locale of the language, and changes another locale's language but not its country", () => {
    expect(localeFor('ar', 'ar-EG')).toBe('ar-EG')
    expect(localeFor('ar', 'en-US')).toBe('ar-US')
    expect(localeFor('en', 'zh-Hans-CN')).toBe('en-CN')
    expect(localeFor('ar', 'en')).toBe('ar')
  })
})
