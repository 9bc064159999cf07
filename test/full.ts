import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackTool } from './run/debian-tool.ts'
import { runSuites, suites } from './run/full.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

// What the machine lacks is taken from Debian's packages where they can be had.
for (const { tool, debianPackage } of suites.filter((suite) => !hasTool(suite.tool))) {
  const folder = unpackTool(debianPackage, tool)
  if (folder) process.env['PATH'] = `${process.env['PATH']}${delimiter}${folder}`
}

const machine = { hasTool, isCi: process.env['CI'] === 'true', say: console.error }
finish(
  'full',
  await runSuites(suites, machine, (folder) =>
    runVitest([`--root=test/full/${folder}`], join(reports, `full-${folder}.json`)),
  ),
)
