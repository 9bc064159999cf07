import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '@wp/local-platform'
import { unpackTool } from './run/debian-tool.ts'
import { runSuites, suites } from './run/full.ts'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

// What the machine lacks is taken from Debian's packages where they can be had.
// A program that needs the libraries of other packages has to be installed; one that is whole in itself is unpacked.
for (const { tool } of suites) {
  if (!tool || hasTool(tool.name)) continue
  const { name, debianPackage } = tool
  if (tool.needsLibraries) await installPackage(debianPackage, name, process.env, console.error)
  else process.env['PATH'] += `${delimiter}${unpackTool(debianPackage, name) ?? ''}`
}

const machine = { hasTool, isCi: process.env['CI'] === 'true', say: console.error }
finish(
  'full',
  await runSuites(suites, machine, (folder) =>
    runVitest([`--root=test/full/${folder}`], join(reports, `full-${folder}.json`), { ASK_HELM: '1' }),
  ),
)
