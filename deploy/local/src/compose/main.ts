import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram, repositoryRoot } from '@wp/local-platform'
import { prepareCompose } from './prepare.ts'

const noEngine = 77

/** `npm run compose -- <arguments of docker compose>`, `up --build --wait` by default. */
const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['up', '--build', '--wait']
const dataDir = join(repositoryRoot, '.data/compose')
const variables = await prepareCompose(dataDir)
const docker = findProgram('docker')
if (docker) {
  const { status } = spawnSync(
    docker,
    ['compose', '-f', join(repositoryRoot, 'deploy/compose.yaml'), ...args],
    {
      stdio: 'inherit',
      env: { ...variables, ...process.env },
    },
  )
  if (status === 0 && args[0] === 'up')
    console.log(
      `Gateway: http://localhost:8080, Grafana: http://localhost:3000 (admin, password in ${dataDir}/secrets/grafana)`,
    )
  process.exitCode = status ?? 1
} else {
  console.error(
    `Keys and credentials are in ${dataDir}; there is no docker on this machine to run the containers with.`,
  )
  process.exitCode = noEngine
}
