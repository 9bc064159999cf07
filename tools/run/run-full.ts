import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '@wp/local-platform'
import { ensureBuilt } from '../setup/build.ts'
import { unpackTool } from './debian-tool.ts'
import { runSuites, suites } from './full.ts'
import { makeScratchFolder } from './scratch.ts'
import { finish, reports } from './summary.ts'
import { runVitestWithSecondTry } from './vitest.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

/** Installs or unpacks missing tools from Debian packages when possible. */
const provideTools = async (): Promise<void> => {
  for (const { tool } of suites) {
    if (!tool || hasTool(tool.name)) continue
    const { name, debianPackage } = tool
    // A program that needs libraries from other packages must be installed; others can be unpacked.
    if (tool.needsLibraries) await installPackage(debianPackage, name, process.env, console.error)
    else process.env['PATH'] += `${delimiter}${unpackTool(debianPackage, name) ?? ''}`
  }
}

const scratch = makeScratchFolder()

/** Runs the suites in `full.ts` and provides their tools when possible. */
export const runFull = async (): Promise<void> => {
  ensureBuilt()
  await provideTools()
  const machine = { hasTool, isCi: process.env['CI'] === 'true' }
  const counts = await runSuites(suites, machine, (folder) =>
    runVitestWithSecondTry([`--root=test/full/${folder}`], join(reports, `full-${folder}.json`), {
      TMPDIR: scratch,
    }),
  )
  finish('full', counts)
}
