import { cpSync, copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { quietly, succeeds } from './programs.ts'

const name = `localhost/node-stand-in:${process.versions.node}-slim`

const dockerfile = `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`

/**
 * Returns the base image: `NODE_IMAGE`, or a substitute, because the official image may be unreachable. The substitute
 * is Debian with the repository's Node and this machine's npm; it is built once.
 */
export const baseImage = async (): Promise<string> => {
  const given = process.env['NODE_IMAGE']
  if (given) return given
  if (await succeeds('podman', ['image', 'exists', name])) return name
  const folder = mkdtempSync(join(tmpdir(), 'wp-base-image-'))
  try {
    await quietly('mmdebstrap', [
      '--variant=minbase',
      '--include=ca-certificates',
      'bookworm',
      join(folder, 'debian.tar'),
    ])
    copyFileSync(
      join(repositoryRoot, `node_modules/node-linux-${process.arch}/bin/node`),
      join(folder, 'node'),
    )
    cpSync(await npmFolder(), join(folder, 'npm'), { recursive: true })
    writeFileSync(join(folder, 'Dockerfile'), dockerfile)
    await quietly('buildah', ['bud', '--isolation', 'chroot', '--format', 'docker', '-t', name, folder])
    return name
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const npmFolder = async (): Promise<string> => {
  const npm = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'npm'))
  const found = npm.flatMap((file) => {
    try {
      return [realpathSync(file)]
    } catch {
      return []
    }
  })
  const cli = found.find((file) => file.endsWith('npm/bin/npm-cli.js'))
  if (!cli) throw new Error('npm was not found on the PATH')
  return dirname(dirname(cli))
}
