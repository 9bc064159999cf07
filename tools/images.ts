import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '@wp/local-platform'
import { finish, reports } from './run/summary.ts'
import { runVitest } from './run/vitest.ts'

/** As other test runners have it: neither passed nor failed. */
const skipped = 77

const hasTool = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

const tools = ['buildah', 'podman', 'runc', ...(process.env['NODE_IMAGE'] ? [] : ['mmdebstrap'])]
const isRoot = process.getuid?.() === 0
if (isRoot)
  for (const tool of tools.filter((name) => !hasTool(name)))
    await installPackage(tool, tool, process.env, console.error)
const missing = tools.filter((name) => !hasTool(name))

if (!isRoot || missing.length > 0) {
  const why = isRoot ? `${missing.join(', ')} cannot be had` : 'images are built and run as root here'
  console.log(`skipped: images were not built: ${why}`)
  process.exitCode = skipped
} else finish('images', [await runVitest(['--root=test/full/images'], join(reports, 'images.json'))])
