import { Design } from '../../../services/labs/src/design-results/design-result.contract.ts'
import {
  checkDesign,
  maxExpressionLength,
  maxRows,
} from '../../../services/labs/src/design-results/design-result.rules.ts'

/**
 * As many operands as possible, and labels that are hard to distinguish: `a+a`, `a+a+a`, …, `a-a-a…x0`,
 * `a-a-a…x1`, …
 */
const nested = Array.from({ length: 98 }, (_, index) => `a${'+a'.repeat(index + 1)}`)
const targets = Array.from({ length: maxExpressionLength / 1000 }, (_, index) => `t${index}`)
const similar = Array.from(
  { length: maxRows - 1 - nested.length - targets.length },
  (_, index) => `${'a-'.repeat(97)}x${index}`,
)
const rows = ['a', ...nested, ...targets, ...similar].map((label) => ({ label, kind: 'numeric' }))
/** The design that labs accepts and that takes the most time to evaluate. */
export const largestDesign = Design.parse({
  sections: Array.from({ length: 5 }, (_, index) => ({
    title: 's',
    rows: rows.slice(index * 200, (index + 1) * 200),
  })),
  commentRules: Array.from({ length: 200 }, () => ({
    when: { row: 'a', condition: '>', value: 0 },
    comment: 'x'.repeat(2000),
  })),
  calculationsRules: targets.map((target) => ({ target, expression: `1${'-a'.repeat(499)}` })),
})
checkDesign(largestDesign)
/** Values for all rows that are not calculated. */
export const largestValues = Object.fromEntries([...nested, ...similar, 'a'].map((label) => [label, 1]))
