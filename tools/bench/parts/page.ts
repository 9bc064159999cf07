import { writeFileSync } from 'node:fs'
import { isMet, median, readReports, round, wanted, type Goal, type StoredReport } from '../measure.ts'
import { toPlot } from './plot.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** Writes docs/performance.md and one plot for each stored report. */
export const writePage = (): Goal[] => {
  const reports = Object.values(readReports())
  for (const report of reports) writeFileSync(new URL(`performance/${report.id}.svg`, docs), toPlot(report))
  writeFileSync(new URL('performance.md', docs), toPage(reports))
  return reports.flatMap(({ goals }) => goals)
}

const toPage = (reports: readonly StoredReport[]): string => {
  const machines = new Set(
    reports.map(({ machine: { node, cpu, cores } }) => `Node ${node}, ${cores} cores (${cpu})`),
  )
  return `# Performance

Written by \`npm run bench\` on ${[...machines].join('; ')}. Compare figures only with
their baselines from the same run. All subjects of a part are measured in alternating rounds. To run one part:
\`npm run bench -- end-to-end\`. The parts are the scripts in [tools/bench](../tools/bench). Those that run the whole
platform use the bundled services, as \`npm start\` and the images do.

${table(
  ['Goal', 'Measured', 'Target', 'Result', 'Part', 'Date'],
  reports
    .flatMap(({ id, at, goals }) => goals.map((goal) => ({ id, at, goal })))
    .toSorted((a, b) => numberOf(a.goal) - numberOf(b.goal))
    .map(({ id, at, goal }) => [
      goal.goal,
      String(round(goal.value)),
      wanted(goal),
      isMet(goal) ? 'met' : '**missed**',
      `[${id}](#${id})`,
      at.slice(0, 10),
    ]),
)}

${reports.map(toSection).join('\n')}`
}

/** Returns the number of a goal, so that G2 sorts before G13 and goals without a number sort last. */
const numberOf = ({ goal }: Goal): number => Number(/^G(\d+)/.exec(goal)?.[1] ?? Number.POSITIVE_INFINITY)

const toSection = ({ id, title, unit, results, note }: StoredReport): string => `## ${id}

${title}.${note === undefined ? '' : ` ${note}`}

${table(
  ['', `median (${unit})`, 'lowest', 'highest'],
  Object.entries(results).map(([subject, values]) => [
    subject,
    ...[median(values), Math.min(...values), Math.max(...values)].map((value) => String(round(value))),
  ]),
)}

![${title}](performance/${id}.svg)
`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
