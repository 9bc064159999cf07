import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runSuites, suites } from './run/full.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

const machine = { hasTool, isCi: process.env['CI'] === 'true', say: console.error }
finish(
  'full',
  await runSuites(suites, machine, (folder) =>
    runVitest([`--root=test/full/${folder}`], join(reports, `full-${folder}.json`)),
  ),
)
