import { describe, expect, it } from 'vitest'
import { inLatinDigits, inLatinNumber, numberIn, toNumber } from './number.rules.ts'

describe('inLatinDigits', () => {
  it('converts Arabic-Indic and extended digits and keeps other characters', () => {
    expect(inLatinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 07 +a')).toBe('0123456789 0123456789 07 +a')
  })
})

describe('inLatinNumber', () => {
  it.each([
    [' ١٬٢٥٠٫٥ ', '1250.5'],
    ['۱٬۰۰۰٬۰۰۰', '1000000'],
    ['\u061C-١٢', '-12'],
    ['\u200F٧\u200E', '7'],
    ['١٢،٥', '12.5'],
    ['', ''],
  ])('converts “%s”', (text, expected) => {
    expect(inLatinNumber(text)).toBe(expected)
  })
})

describe('toNumber', () => {
  it.each([
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['١٢٫٥', 12.5],
    ['۱۲٫۵', 12.5],
    ['١٢,٥', 12.5],
    ['١٬٢٥٠٫٧٥', 1250.75],
    ['٢٫١٢٥', 2.125],
    ['-٣', -3],
    [' 7 ', 7],
  ])('reads %s', (text, expected) => {
    expect(toNumber(text)).toBe(expected)
  })

  it('rejects other texts', () => {
    expect(toNumber('')).toBeNaN()
    expect(toNumber('ten')).toBeNaN()
    expect(toNumber('١٬٢٥')).toBeNaN()
    expect(toNumber('١٫٢٫٣')).toBeNaN()
  })
})

describe('numberIn', () => {
  it('parses a document number in Latin and Arabic digits', () => {
    expect(['#1042', '1042', '١٠٤٢', '۱۰۴۲', '#٧'].map(numberIn)).toEqual([1042, 1042, 1042, 1042, 7])
  })

  it('returns null for other texts', () => {
    expect(['', 'Laila', '12.5', '1234567890'].map(numberIn)).toEqual([0, 0, 0, 0])
  })
})
