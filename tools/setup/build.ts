import { spawnSync } from 'node:child_process'
import { root } from '../root.ts'

/** Packages whose build output other commands need: the types generated from protos and the gateway's pages. */
const needed = ['@wp/protos', '@wp/gateway']

/**
 * Builds the packages that changed since the last build; turbo restores the others from its cache. Exits when a build
 * fails.
 */
export const ensureBuilt = (): void => {
  const filters = needed.map((name) => `--filter=${name}`)
  const { status, stdout, stderr, error } = spawnSync(
    'turbo',
    ['run', 'build', ...filters, '--output-logs=errors-only', '--log-prefix=none'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    },
  )
  if (status === 0) return
  console.error(`The build failed.\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`)
  process.exit(status ?? 1)
}

if (import.meta.main) ensureBuilt()
