import { describe, expect, it } from 'vitest'
import { addDays, ageOn, dateIn, daysBetween, minutesIn, toFormat } from './format.rules.ts'

const cairo = { currencyCode: 'EGP', timeZone: 'Africa/Cairo' }
const english = toFormat({ locale: 'en', ...cairo })
const arabic = toFormat({ locale: 'ar-EG', ...cairo })

describe('toFormat', () => {
  it('formats money in the workspace’s currency and with the digits of the language', () => {
    expect(english.money(1363.9)).toBe('EGP\u00a01,363.90')
    expect(english.money(5, 'JPY')).toBe('JPY\u00a05')
    expect(english.moneyRange(145, 235)).toBe('EGP\u00a0145.00–235.00')
    expect(arabic.moneyRange(145, 235)).toBe('\u200f١٤٥٫٠٠–٢٣٥٫٠٠\u00a0ج.م.\u200f')
    expect(english.amount(1363.9)).toBe('1,363.90')
    expect(english.amount(-50)).toBe('-50.00')
    expect(arabic.amount(12.5)).toContain('١٢')
    expect([english.number(1042), english.serial(1042), arabic.serial(1042)]).toEqual([
      '1,042',
      '1042',
      '١٠٤٢',
    ])
  })

  it('names the currency of Arabic amounts in Arabic', () => {
    expect(arabic.money(1363.9)).toBe('\u200f١٬٣٦٣٫٩٠\u00a0ج.م.\u200f')
    expect(arabic.amount(12.5)).toBe('١٢٫٥٠')
    expect([arabic.currency(), arabic.currency('SAR'), arabic.currency('USD')]).toEqual([
      'ج.م.',
      'ر.س.',
      'USD',
    ])
    expect([english.currency(), english.currency('USD')]).toEqual(['EGP', 'USD'])
  })

  it('joins texts as the language does', () => {
    expect(english.list(['Cut', 'Manicure', 'Keratin'])).toBe('Cut, Manicure, and Keratin')
    expect(arabic.list(['قص', 'مانيكير', 'كيراتين'])).toBe('قص ومانيكير وكيراتين')
    expect([english.list(['Cut']), english.list([])]).toEqual(['Cut', ''])
    expect(english.parts(['Tahrir Street 1', 'Cairo'])).toBe('Tahrir Street 1, Cairo')
    expect(arabic.parts(['شارع التحرير ١', 'القاهرة'])).toBe('شارع التحرير ١، القاهرة')
  })

  it('formats dates without shifting them by a time zone', () => {
    const tokyo = toFormat({ locale: 'en', currencyCode: 'JPY', timeZone: 'Asia/Tokyo' })
    for (const format of [english, tokyo])
      expect(format.fullDate('2024-03-01T00:00:00.000Z')).toBe('Mar 1, 2024')
    expect(english.time('09:05')).toBe('09:05')
    expect(english.longDate('2026-11-16')).toBe('Monday, November 16')
  })

  it('formats periods and durations', () => {
    expect(english.dateRange('2026-11-16', '2026-11-22').replaceAll(/\s/g, ' ')).toBe(
      'November 16 – 22, 2026',
    )
    expect([
      english.month('2026-11-16'),
      english.weekday('2026-11-16'),
      english.dayOfMonth('2026-11-16'),
    ]).toEqual(['November 2026', 'Mon', '16'])
    expect(english.minutes(90)).toBe('90 min')
    expect([english.age(1, 'years'), english.age(18, 'months')]).toEqual(['1 year', '18 months'])
    expect([arabic.age(3, 'years'), arabic.age(18, 'years')]).toEqual(['٣ سنوات', '١٨ سنة'])
  })

  it('writes hours with two digits where the locale would not', () => {
    const british = toFormat({ locale: 'en-GB', currencyCode: 'GBP', timeZone: 'UTC' })
    expect(british.time('09:05')).toBe('09:05')
    expect(british.dateTime('2026-11-19T01:33:00Z')).toBe('19 Nov 2026, 01:33')
    const later = new Date('2026-11-19T20:00:00Z')
    expect(british.timeAt('2026-11-19T01:33:00Z', later)).toBe('01:33')
  })

  it('names the time zone', () => {
    expect([english.zone(), arabic.zone()]).toEqual(['Eastern European Time', 'توقيت شرق أوروبا'])
    expect(toFormat({ locale: 'en', currencyCode: 'USD', timeZone: 'UTC' }).zone()).toContain('GMT')
  })

  it('formats moments in the workspace’s time zone', () => {
    expect(english.dateTime('2026-11-16T22:30:00Z')).toBe('Nov 17, 2026, 00:30')
    const now = new Date('2026-11-16T12:00:00Z')
    expect(english.ago('2026-11-16T09:00:00Z', now)).toBe('3 hours ago')
    expect(english.ago('2026-11-15T11:00:00Z', now)).toBe('yesterday')
    expect(english.ago('2026-11-16T11:59:50Z', now)).toBe('this minute')
    expect(english.timeAt('2026-11-16T07:02:00Z', now)).toBe('09:02')
    expect(english.timeAt('2026-11-15T07:02:00Z', now)).toBe('Nov 15, 2026, 09:02')
  })
})

describe('dateIn', () => {
  it('returns the date in the time zone', () => {
    const late = new Date('2026-11-16T22:30:00Z')
    expect(dateIn('Africa/Cairo', late)).toBe('2026-11-17')
    expect(dateIn('America/New_York', late)).toBe('2026-11-16')
    expect(minutesIn('Africa/Cairo', late)).toBe(30)
  })
})

describe('addDays', () => {
  it('crosses months and leap days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(ageOn('2026-05-19', '1990-05-20')).toBe(35)
    expect(ageOn('2026-05-20', '1990-05-20')).toBe(36)
  })
})
