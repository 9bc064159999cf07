import { spawn, spawnSync } from 'node:child_process'
import { root } from '../root.ts'

/** Packages that the services' sources need: the types generated from protos, the gateway's pages, the web application. */
const forSources = ['@wp/protos', '@wp/gateway', '@wp/console']
const bundledServices = '@wp/local'

/** Returns the arguments of turbo. With `--build-for-sources`, the services are not bundled. */
export const buildArguments = (option: string | undefined): string[] => {
  const packages = option === '--build-for-sources' ? forSources : [...forSources, bundledServices]
  return [
    'run',
    'build',
    ...packages.map((name) => `--filter=${name}`),
    '--output-logs=errors-only',
    '--log-prefix=none',
  ]
}
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

/** A build that restores everything from the cache takes less time than this and prints nothing. */
const quietMs = 1500

/**
 * Builds the packages that changed since the last build; turbo restores the others from its cache. Exits when a build
 * fails.
 */
export const ensureBuilt = (): void => {
  const { status, stdout, stderr, error } = spawnSync('turbo', buildArguments('--build'), {
    cwd: root,
    encoding: 'utf8',
    env,
  })
  if (status === 0) return
  fail(`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`, status)
}

const fail = (output: string, status: number | null): never => {
  console.error(`The build failed.\n${output}`)
  process.exit(status ?? 1)
}

/** Like `build`, but shows a progress message, for interactive commands. */
const buildWithProgress = async (option: string | undefined): Promise<void> => {
  const since = Date.now()
  const build = spawn('turbo', buildArguments(option), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
    })
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    process.stdout.write('Building changed services, API documents, console …')
  }, quietMs)
  const status = await new Promise<number | null>((resolve) => {
    build.once('error', ({ message }) => {
      output += message
      resolve(1)
    })
    build.once('close', resolve)
  })
  clearTimeout(timer)
  if (isShown) console.log(` ${((Date.now() - since) / 1000).toFixed(1)} s`)
  if (status !== 0) fail(output, status)
}

if (import.meta.main) await buildWithProgress(process.argv[2])
