import { describe, expect, it } from 'vitest'
import { newBackupCodes, parseBackupCode } from './backup-codes.ts'

describe('newBackupCodes', () => {
  it('returns ten different codes that parse even in lower case or without the hyphen', () => {
    const codes = newBackupCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) {
      const bare = code.replace('-', '')
      expect(parseBackupCode(code)).toBe(bare)
      expect(parseBackupCode(` ${code.toLowerCase()} `)).toBe(bare)
      expect(parseBackupCode(bare)).toBe(bare)
    }
  })
})

describe('parseBackupCode', () => {
  it('returns null for text that is not a backup code', () => {
    for (const text of ['', '123456', 'ABCDE-FGHI0', 'ABCDE-FGHJKM']) expect(parseBackupCode(text)).toBeNull()
  })
})
