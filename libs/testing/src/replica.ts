import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { peerSettings, platform } from './platform.ts'

/**
 * Starts a replica of a service in its own process, which can be killed; `main` is its entry file
 * (`services/<name>/src/main.ts`). It uses the database and services of the running platform unless `env` overrides
 * them.
 */
export const startReplica = async (main: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...peerSettings(),
      DATA_DIR: platform().dataDir,
      CREDENTIALS_DIR: join(platform().credentialsDir, basename(dirname(dirname(main)))),
      MONGODB_URL: platform().mongoUrl,
      ...env,
      NODE_ENV: 'development',
      WP_ANNOUNCE: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{"ready"')) {
      const { http, rpc, ops } = JSON.parse(line) as { http: string; rpc: string | null; ops: string }
      return {
        url: http.startsWith('http') ? http : `http://${http}`,
        rpcAddress: rpc,
        opsUrl: ops,
        pid: child.pid!,
        kill: async () => {
          child.kill('SIGKILL')
          await ended
        },
      }
    }
  throw new Error('The replica exited before it was ready')
}
