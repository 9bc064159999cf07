import type { PrintLanguage } from '@wp/http'
import { invalid } from '@wp/kernel'
import type { Range } from '../analyses/range.contract.ts'
import type { StoredItem } from '../lab-tests/lab-test.store.ts'

export type Finding = Pick<
  StoredItem,
  'testName' | 'unit' | 'flag' | 'flagReason' | 'isCritical' | 'notes' | 'evaluation'
> & { value: number }

/** What there is to explain; VALIDATION_FAILED without a result. Nothing in it names the client. */
export const toFinding = ({ resultValueNumeric: value, ...item }: StoredItem): Finding => {
  if (value === null) throw invalid('resultValueNumeric', 'is missing: there is nothing to interpret')
  const { testName, unit, flag, flagReason, isCritical, notes, evaluation } = item
  return { value, testName, unit, flag, flagReason, isCritical, notes, evaluation }
}

/** The finding in plain sentences, by fixed rules. */
export const interpret = (finding: Finding, language: PrintLanguage): string => {
  const say = sentences[language]
  const { testName, value, unit, flag, flagReason, isCritical, notes, evaluation } = finding
  const range = evaluation?.range ?? null
  return [
    say.result(testName, withUnit(value, unit)),
    ...(range && (range.lowLimit !== null || range.highLimit !== null) ? [say.range(range, unit)] : []),
    ...(flag ? [say[flag]] : []),
    ...(flagReason ? [say[flagReason]] : []),
    ...(isCritical ? [say.critical] : []),
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
    normal: 'The result lies within the reference range.',
    high: 'The result is above the reference range.',
    critical: 'It is critical: a physician should be told at once.',
    NO_RANGE: 'It is not judged: no reference range applies.',
    NO_DATE_OF_BIRTH: 'It is not judged: the date of birth is not known.',
    NO_GENDER: 'It is not judged: the gender is not known.',
    NO_LIMITS: 'It is not judged: the reference range has no limits.',
  },
  ar: {
    result: (name: string, value: string) => `نتيجة تحليل ${name} هي ${value}.`,
    range: ({ lowLimit, highLimit }: Range, unit: string | null) => {
      if (lowLimit === null) return `المجال المرجعي حتى ${withUnit(highLimit!, unit)}.`
      if (highLimit === null) return `المجال المرجعي ابتداءً من ${withUnit(lowLimit, unit)}.`
      return `المجال المرجعي من ${lowLimit} إلى ${withUnit(highLimit, unit)}.`
    },
    low: 'النتيجة أدنى من المجال المرجعي.',
    normal: 'النتيجة ضمن المجال المرجعي.',
    high: 'النتيجة أعلى من المجال المرجعي.',
    critical: 'النتيجة حرجة: يجب إبلاغ الطبيب فورًا.',
    NO_RANGE: 'لم تُقيَّم النتيجة: لا يوجد مجال مرجعي مناسب.',
    NO_DATE_OF_BIRTH: 'لم تُقيَّم النتيجة: تاريخ الميلاد غير معروف.',
    NO_GENDER: 'لم تُقيَّم النتيجة: الجنس غير معروف.',
    NO_LIMITS: 'لم تُقيَّم النتيجة: المجال المرجعي بلا حدود.',
  },
}

const languageNames: Record<PrintLanguage, string> = { en: 'English', ar: 'Arabic' }

export type ChatMessage = { role: 'system' | 'user'; content: string }

/** What a model is asked: the finding by its figures. Age and gender are part of the range, the client is not. */
export const toPrompt = (finding: Finding, language: PrintLanguage): ChatMessage[] => {
  const { testName, value, unit, flag, flagReason, isCritical, notes, evaluation } = finding
  const range = evaluation?.range ?? null
  return [
    {
      role: 'system',
      content: `You explain laboratory results to laypeople in ${languageNames[language]}, in at most five sentences of plain text. You give no diagnosis and no treatment, and advise to ask a physician where the result is not normal.`,
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

/** The most that an answer may have. */
export const maxAnswerTokens = 400

/** More than any tokenizer makes of it: one for three bytes, and a few around each message. */
export const estimateTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / 3) + 8, 0)

export type Prices = { inputUsdPerMillion: number; outputUsdPerMillion: number }

/** In US dollars, to a millionth. */
export const toCost = (inputTokens: number, outputTokens: number, prices: Prices): number =>
  Math.round(inputTokens * prices.inputUsdPerMillion + outputTokens * prices.outputUsdPerMillion) / 1_000_000
