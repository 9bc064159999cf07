// The CPU time of evaluating the largest design that labs accepts, with and without its parsed form in memory.
import {
  compileDesign,
  evaluateDesign,
  maxExpressionLength,
  maxRows,
} from '../../services/labs/src/design-results/design-result.rules.ts'
import { alternate, median, report } from './measure.ts'
import { largestDesign, largestValues } from './parts/largest-design.ts'

const times = 20

const compiled = compileDesign(largestDesign)

/** Returns the CPU time of this process per call, in milliseconds. */
const cpuOf = (work: () => unknown) => (): number => {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const subjects = {
  'parsing and evaluating': cpuOf(() => evaluateDesign(compileDesign(largestDesign), largestValues)),
  'evaluating the parsed form': cpuOf(() => evaluateDesign(compiled, largestValues)),
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
