import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Runs every benchmark, or those named on the command line, one after the other; fails when one misses its goal. */
const parts = ['run', 'measure']
const here = import.meta.dirname
const all = globSync('*.ts', { cwd: here })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !name.includes('.') && !parts.includes(name))
  .toSorted()

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`)
  process.exit(1)
}

const missed = (wanted.length > 0 ? wanted : all).filter((name) => {
  console.log(`\n# ${name}`)
  return spawnSync(process.execPath, [join(here, `${name}.ts`)], { stdio: 'inherit' }).status !== 0
})
if (missed.length > 0) console.error(`\nBelow their goals: ${missed.join(', ')}`)
process.exitCode = missed.length === 0 ? 0 : 1
