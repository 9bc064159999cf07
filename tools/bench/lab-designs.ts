// The CPU time of evaluating the largest design that labs accepts, with and without its parsed form in memory.
import { Design } from '../../services/labs/src/design-results/design-result.contract.ts'
import {
  checkDesign,
  compileDesign,
  evaluateDesign,
  maxExpressionLength,
  maxRows,
} from '../../services/labs/src/design-results/design-result.rules.ts'
import { alternate, median, report } from './measure.ts'

const times = 20

/**
 * As many operands as possible, and labels that are hard to tell apart: `a+a`, `a+a+a`, …, `a-a-a…x0`, `a-a-a…x1`, …
 */
const nested = Array.from({ length: 98 }, (_, index) => `a${'+a'.repeat(index + 1)}`)
const targets = Array.from({ length: maxExpressionLength / 1000 }, (_, index) => `t${index}`)
const similar = Array.from(
  { length: maxRows - 1 - nested.length - targets.length },
  (_, index) => `${'a-'.repeat(97)}x${index}`,
)
const rows = ['a', ...nested, ...targets, ...similar].map((label) => ({ label, kind: 'numeric' }))
const design = Design.parse({
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
checkDesign(design)
const values = Object.fromEntries([...nested, ...similar, 'a'].map((label) => [label, 1]))
const compiled = compileDesign(design)

/** Returns the CPU time of this process per call, in milliseconds. */
const cpuOf = (work: () => unknown) => (): number => {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const subjects = {
  'parsing and evaluating': cpuOf(() => evaluateDesign(compileDesign(design), values)),
  'evaluating the parsed form': cpuOf(() => evaluateDesign(compiled, values)),
}
for (const measure of Object.values(subjects)) measure()
const results = await alternate(subjects, 11)
await report({
  id: 'lab-designs',
  title: 'Evaluating the largest lab design',
  unit: 'ms CPU',
  results,
  goals: [
    {
      goal: 'largest lab design: parsing and evaluating (ms)',
      value: median(results['parsing and evaluating']),
      atMost: 20,
    },
  ],
  note: `${maxRows} rows with similar labels, ${maxExpressionLength} characters of expressions, 200 comments.`,
})
