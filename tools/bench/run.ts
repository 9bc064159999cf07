import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMet, round, wanted } from './measure.ts'
import { writePage } from './parts/page.ts'

// Runs all benchmarks, or those named in the arguments, and updates docs/performance.md, which keeps the last
// results of the other ones. A benchmark that fails or times out does not stop the rest. Fails when a goal is
// missed.

const parts = ['run', 'measure']
const longestMs = 40 * 60_000
const here = import.meta.dirname
const root = join(here, '../..')
const all = globSync('*.ts', { cwd: here })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !name.includes('.') && !parts.includes(name))
  .toSorted()

const named = process.argv.slice(2)
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${all.join(', ')}.`)
  process.exit(1)
}

const missed = (named.length > 0 ? named : all).filter((name) => {
  const started = performance.now()
  console.log(`\n# ${name}`)
  const script = join(here, `${name}.ts`)
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', timeout: longestMs })
  console.log(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  return status !== 0
})

const goals = writePage()
spawnSync('oxfmt', ['docs/performance.md'], { cwd: root, stdio: 'inherit' })
console.log('\nAll goals in docs/performance.md')
console.table(
  goals.map((goal) => ({
    goal: goal.goal,
    measured: round(goal.value),
    target: wanted(goal),
    met: isMet(goal),
  })),
)
if (missed.length > 0) console.error(`Failed or missed a goal: ${missed.join(', ')}`)
process.exitCode = missed.length === 0 ? 0 : 1
