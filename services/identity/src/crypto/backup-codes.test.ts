import { expect, test } from 'vitest'
import { newBackupCodes, parseBackupCode } from './backup-codes.ts'

test('ten different codes, each read back however it is typed', () => {
  const codes = newBackupCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    const bare = code.replace('-', '')
    expect(parseBackupCode(code)).toBe(bare)
    expect(parseBackupCode(` ${code.toLowerCase()} `)).toBe(bare)
    expect(parseBackupCode(bare)).toBe(bare)
  }
})

test('what does not look like a backup code is none', () => {
  for (const text of ['', '123456', 'ABCDE-FGHI0', 'ABCDE-FGHJKM']) expect(parseBackupCode(text)).toBeNull()
})
