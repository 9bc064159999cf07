import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '@wp/local-platform'
import { finish, reports } from './summary.ts'
import { runVitest } from './vitest.ts'

import { ensureBuilt } from '../setup/build.ts'
import { skipped } from './skipped.ts'

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

/** Builds and runs the images of all services. Sets exit code 77 when this machine cannot run containers. */
export const runImages = async (): Promise<void> => {
  const tools = ['buildah', 'podman', 'runc', ...(process.env['NODE_IMAGE'] ? [] : ['mmdebstrap'])]
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    for (const tool of tools.filter((name) => !hasTool(name)))
      await installPackage(tool, tool, process.env, console.error)
  const missing = tools.filter((name) => !hasTool(name))
  if (isRoot && missing.length === 0) {
    ensureBuilt()
    finish('images', [await runVitest(['--root=test/full/images'], join(reports, 'images.json'))])
    return
  }
  const why = isRoot ? `cannot install ${missing.join(', ')}` : 'building images requires root'
  console.log(`skipped: images were not built (${why})`)
  process.exitCode = skipped
}
