import { invalid } from '@wp/kernel'
import type { Range } from '../analyses/range.contract.ts'
import type { InterpretationLanguage } from './interpretation.contract.ts'
import type { StoredItem } from '../lab-tests/lab-test.types.ts'

export type Finding = Pick<
  StoredItem,
  'testName' | 'unit' | 'flag' | 'flagReason' | 'isCritical' | 'notes' | 'evaluation'
> & { value: number }

/**
 * Returns the finding to explain, without data that identifies the client. Throws VALIDATION_FAILED when the item has
 * no result.
 */
export const toFinding = ({ resultValueNumeric: value, ...item }: StoredItem): Finding => {
  if (value === null) throw invalid('resultValueNumeric', 'is required before it can be interpreted')
  const { testName, unit, flag, flagReason, isCritical, notes, evaluation } = item
  return { value, testName, unit, flag, flagReason, isCritical, notes, evaluation }
}

/** Explains the finding in plain sentences, using fixed rules. */
export const interpret = (finding: Finding, language: InterpretationLanguage): string => {
  const sentence = sentences[language]
  const { testName, value, unit, flag, flagReason, isCritical, notes, evaluation } = finding
  const range = evaluation?.range ?? null
  return [
    sentence.result(testName, withUnit(value, unit)),
    ...(range && (range.lowLimit !== null || range.highLimit !== null) ? [sentence.range(range, unit)] : []),
    ...(flag ? [sentence[flag]] : []),
    ...(flagReason ? [sentence[flagReason]] : []),
    ...(isCritical ? [sentence.critical] : []),
    ...notes,
  ].join(' ')
}

const withUnit = (value: number, unit: string | null): string =>
  unit === null ? `${value}` : `${value} ${unit}`

const sentences = {
  en: {
    result: (name: string, value: string) => `The result of ${name} is ${value}.`,
    range: ({ lowLimit, highLimit }: Range, unit: string | null) => {
      if (lowLimit === null) return `The reference range is up to ${withUnit(highLimit!, unit)}.`
      if (highLimit === null) return `The reference range is from ${withUnit(lowLimit, unit)}.`
      return `The reference range is ${lowLimit} to ${withUnit(highLimit, unit)}.`
    },
    low: 'The result is below the reference range.',
    normal: 'The result is within the reference range.',
    high: 'The result is above the reference range.',
    critical: 'It is critical: inform a physician immediately.',
    NO_RANGE: 'It is not evaluated: no reference range applies.',
    NO_DATE_OF_BIRTH: 'It is not evaluated: the date of birth is unknown.',
    NO_GENDER: 'It is not evaluated: the gender is unknown.',
    NO_LIMITS: 'It is not evaluated: the reference range has no limits.',
  },
  ar: {
    result: (name: string, value: string) => `نتيجة تحليل ${name} هي ${value}.`,
    range: ({ lowLimit, highLimit }: Range, unit: string | null) => {
      if (lowLimit === null) return `النطاق المرجعي حتى ${withUnit(highLimit!, unit)}.`
      if (highLimit === null) return `النطاق المرجعي ابتداءً من ${withUnit(lowLimit, unit)}.`
      return `النطاق المرجعي من ${lowLimit} إلى ${withUnit(highLimit, unit)}.`
    },
    low: 'النتيجة أدنى من النطاق المرجعي.',
    normal: 'النتيجة ضمن النطاق المرجعي.',
    high: 'النتيجة أعلى من النطاق المرجعي.',
    critical: 'النتيجة حرجة: يجب إبلاغ الطبيب فورًا.',
    NO_RANGE: 'لم تُقيَّم النتيجة: لا يوجد نطاق مرجعي مناسب.',
    NO_DATE_OF_BIRTH: 'لم تُقيَّم النتيجة: تاريخ الميلاد غير معروف.',
    NO_GENDER: 'لم تُقيَّم النتيجة: الجنس غير معروف.',
    NO_LIMITS: 'لم تُقيَّم النتيجة: النطاق المرجعي بلا حدود.',
  },
}

const languageNames: Record<InterpretationLanguage, string> = { en: 'English', ar: 'Arabic' }

export type ChatMessage = { role: 'system' | 'user'; content: string }

/** Returns the prompt for the model: the finding's values, without data about the client. */
export const toPrompt = (finding: Finding, language: InterpretationLanguage): ChatMessage[] => {
  const { testName, value, unit, flag, flagReason, isCritical, notes, evaluation } = finding
  const range = evaluation?.range ?? null
  return [
    {
      role: 'system',
      content: `You explain laboratory results to laypeople in ${languageNames[language]}, in at most five sentences of plain text. You give no diagnosis and no treatment advice, and recommend asking a physician if the result is not normal.`,
    },
    {
      role: 'user',
      content: JSON.stringify({
        analysis: testName,
        result: value,
        unit,
        referenceRange: range && { low: range.lowLimit, high: range.highLimit },
        flag: flag ?? flagReason,
        isCritical,
        notes,
      }),
    },
  ]
}

export const maxAnswerTokens = 400

/** Overestimates on purpose: one token per three bytes, plus eight per message. */
export const estimateTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / 3) + 8, 0)

export type Prices = { inputUsdPerMillion: number; outputUsdPerMillion: number }

/** Returns the cost in US dollars, rounded to a millionth of a dollar. */
export const toCost = (inputTokens: number, outputTokens: number, prices: Prices): number =>
  Math.round(inputTokens * prices.inputUsdPerMillion + outputTokens * prices.outputUsdPerMillion) / 1_000_000
