import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '@wp/local'
import { unpackTool } from './run/debian-tool.ts'
import { runSuites, suites } from './run/full.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

// What the machine lacks is taken from Debian's packages where they can be had.
for (const { tool, debianPackage, needsLibraries } of suites.filter((suite) => !hasTool(suite.tool))) {
  if (needsLibraries) {
    await installPackage(debianPackage, tool, process.env, console.error)
    continue
  }
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
