import {
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from '@wp/testing'
import { repositoryRoot } from '@wp/local-platform'
import { baseImage } from './base-image.ts'
import { quietly } from './programs.ts'

const user = 10001

/**
 * Builds a service's image as described in `docs/operations.md`, with this machine's registry and certificates, and
 * without a cache.
 */
export const buildImage = async (service: string, tag = 'test'): Promise<string> => {
  const image = `localhost/workspace-platform/${service}:${tag}`
  const folder = mkdtempSync(join(tmpdir(), 'wp-image-'))
  const npmrc = join(folder, 'npmrc')
  const certificates = '/etc/ssl/certs'
  const registry = await quietly('npm', ['config', 'get', 'registry', '--loglevel=silent'])
  writeFileSync(npmrc, `registry=${registry}\ncafile=${certificates}/ca-certificates.crt\n`)
  const mounts = ['-v', `${npmrc}:/root/.npmrc:ro`, '-v', `${certificates}:${certificates}:ro`]
  const settings = ['--build-arg', `NODE_IMAGE=${await baseImage()}`, '--build-arg', `SERVICE=${service}`]
  const how = [
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--format',
    'docker',
    '--timestamp',
    '0',
    // Without a cache. Buildah would also write the random ids of cached layers to the history of the image.
    '--layers=false',
  ]
  const file = join(repositoryRoot, 'deploy/docker/service.Dockerfile')
  try {
    await quietly('buildah', ['bud', ...how, ...settings, ...mounts, '-f', file, '-t', image, repositoryRoot])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return image
}

/**
 * Returns the digest of an image in the OCI format. In Docker's format, buildah adds a random container id.
 */
export const digestOf = async (image: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-oci-'))
  try {
    await quietly('buildah', ['push', '--disable-compression', '--format', 'oci', image, `oci:${folder}`])
    const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
      manifests: { digest: string }[]
    }
    return index.manifests[0]!.digest
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const sizeOf = async (image: string): Promise<number> =>
  Number(await quietly('podman', ['image', 'inspect', '--format', '{{.Size}}', image]))

export type Container = {
  run(...args: string[]): Promise<string>
  /** Runs a line of a shell's arguments and redirections, as documented for `kubectl exec`. */
  runLine(line: string): Promise<string>
  /** Throws unless the image's health check succeeds. */
  checkHealth(): Promise<void>
  /** Stops the container as a cluster does, and returns its exit code. */
  stop(): Promise<number>
  remove(): Promise<void>
}

/**
 * Copies a folder so that the container's user can read it. The original secrets are readable only by their owner.
 */
const copyFor = (folder: string, target: string): string => {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  cpSync(folder, target, { recursive: true })
  for (const path of ['', ...globSync('**/*', { cwd: target })]) chownSync(join(target, path), user, user)
  return target
}

/**
 * Runs a service's image next to the platform with a cluster's restrictions: read-only, no capabilities, non-root.
 */
export const startContainer = async (
  service: string,
  image: string,
  settings: Record<string, string>,
): Promise<Container> => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-container-'))
  chownSync(folder, user, user)
  const { dataDir, credentialsDir, mongoUrl, natsUrl, gatewayUrl, services } = platform()
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    OPS_HOST: '127.0.0.1',
    CREDENTIALS_DIR: copyFor(join(credentialsDir, service), join(folder, 'credentials')),
    SIGNING_KEYS_FILE: join(copyFor(join(dataDir, 'keys'), join(folder, 'keys')), 'signing-keys.json'),
    ENCRYPTION_KEYS_FILE: join(folder, 'keys/encryption-keys.json'),
    HMAC_KEY_FILE: join(folder, 'keys/hmac-key'),
    MONGODB_URL: mongoUrl,
    NATS_URL: natsUrl.replace(/\/\/[^@]*@/, '//'),
    PUBLIC_URL: gatewayUrl,
    DATA_DIR: '/tmp',
    IDENTITY_RPC: services['identity']![0]!.rpc,
    ADMIN_BILLING_RPC: services['admin-billing']![0]!.rpc,
    ...settings,
  }
  const id = await quietly('podman', [
    '--cgroup-manager=cgroupfs',
    'run',
    '--detach',
    '--runtime=runc',
    '--network=host',
    '--read-only',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=1024:1024',
    '--tmpfs=/tmp',
    `--volume=${folder}:${folder}:ro`,
    ...Object.entries(env).map(([key, value]) => `--env=${key}=${value}`),
    image,
  ])
  return {
    run: (...args) => quietly('podman', ['exec', id, ...args]),
    runLine: (line) => {
      const input = line.includes(' < ') ? '' : ' < /dev/null'
      return quietly('sh', ['-c', `exec podman exec --interactive ${id} ${line}${input}`])
    },
    checkHealth: async () => {
      await quietly('podman', ['healthcheck', 'run', id])
    },
    stop: async () => {
      await quietly('podman', ['stop', '--time=20', id])
      return Number(await quietly('podman', ['inspect', '--format', '{{.State.ExitCode}}', id]))
    },
    remove: async () => {
      await quietly('podman', ['rm', '--force', '--time=1', id])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
