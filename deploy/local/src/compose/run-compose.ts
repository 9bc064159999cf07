import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram, repositoryRoot } from '@wp/local-platform'
import { prepareCompose } from './prepare.ts'

/** The exit code for a machine that cannot run the command. */
const skipped = 77

/** Runs `docker compose` with the given arguments on `deploy/compose.yaml` and returns its exit code. */
export const runCompose = async (args: string[]): Promise<number> => {
  const dataDir = join(repositoryRoot, '.data/compose')
  const variables = await prepareCompose(dataDir)
  const docker = findProgram('docker')
  if (!docker) {
    console.error(`Docker is not installed. Keys and credentials are ready in ${dataDir}.`)
    return skipped
  }
  const file = join(repositoryRoot, 'deploy/compose.yaml')
  const env = { ...variables, ...process.env }
  const { status } = spawnSync(docker, ['compose', '-f', file, ...args], { stdio: 'inherit', env })
  if (status === 0 && args[0] === 'up') {
    console.log('Gateway: http://localhost:8080')
    console.log(`Grafana: http://localhost:3000 (user admin, password in ${dataDir}/secrets/grafana)`)
  }
  return status ?? 1
}
