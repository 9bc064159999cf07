#!/usr/bin/env node
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const usage = 'npm create @workspace-platform -- <folder> [--client <version or path of a packed client>]'

/** Copies the template to a new folder. `client` is a version, or the path of a file made by npm pack. */
const createApp = (folder, client) => {
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${folder} is not empty`)
  cpSync(join(import.meta.dirname, 'template'), target, { recursive: true })
  // npm leaves out files with this name when it packs the template.
  renameSync(join(target, '_gitignore'), join(target, '.gitignore'))
  const file = join(target, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.name =
    basename(target)
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-') || 'app'
  if (client)
    manifest.dependencies['@workspace-platform/client'] = client.endsWith('.tgz')
      ? `file:${resolve(client)}`
      : client
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { client: { type: 'string' } },
  })
  if (positionals.length !== 1) throw new Error(`Usage: ${usage}`)
  createApp(positionals[0], values.client)
  process.stdout.write(
    `Created ${positionals[0]}. Next:\n  cd ${positionals[0]}\n  npm install\n  npm run dev\n`,
  )
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
