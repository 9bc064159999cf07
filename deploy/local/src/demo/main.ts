import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConnectionError } from '@workspace-platform/client'
import { findGateway, repositoryRoot } from '@wp/local-platform'
import { fillWorkspace, type Demonstration } from './fill-workspace.ts'
import { progressBar } from './progress.ts'

const usage = `npm run demo [-- options]

Creates a workspace and fills it with a month of sample data through the public API of a running platform.

  --url <address>   address of the platform (default: the one started by npm start)
  --data <folder>   data folder of npm start (.data)`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    data: { type: 'string', default: join(repositoryRoot, '.data') },
    help: { type: 'boolean', default: false },
  },
})

/**
 * The approximate number of progress steps in one run. The number of sessions depends on how many Sundays the month
 * has.
 */
const expectedTicks = 241

const render = (url: string, made: Demonstration, seconds: string): string => `
Created the workspace Blue Moon with ${made.requests} requests in ${seconds} s. Every run creates a new workspace.

  Console   ${url}/console
  Owner     ${made.ownerEmail}  ${made.password}
${made.staffEmails.map((email) => `  Staff     ${email}  ${made.password}`).join('\n')}

  Shop      ${url}/shop/${made.storeSlug}
  Contest   ${url}/contests/${made.contestId}

Log in and use the token:

  TOKEN=$(curl -sS ${url}/v1/auth/login -H 'content-type: application/json' \\
    -d '{ "email": "${made.ownerEmail}", "password": "${made.password}" }' | grep -o '"token":"[^"]*"' | cut -d'"' -f4)
  curl -sS ${url}/v1/workspace/${made.workspaceId}/sessions -H "authorization: Bearer $TOKEN"
  curl -sS ${url}/v1/client/workspace/${made.workspaceId}/analytics -H "authorization: Bearer $TOKEN"
  curl -sS ${url}/v1/workspace/${made.workspaceId}/labs/tests/${made.labTestId}/report -H "authorization: Bearer $TOKEN"
  curl -sS ${url}/v1/workspace/${made.workspaceId}/jobs/${made.jobId} -H "authorization: Bearer $TOKEN"
`

const findUrl = (): string =>
  values.url ?? findGateway(values.data) ?? `http://localhost:${process.env['GATEWAY_PORT'] ?? 8080}`

const run = async (): Promise<void> => {
  const url = findUrl().replace(/\/$/, '')
  const since = Date.now()
  const bar = progressBar(expectedTicks, process.stdout)
  const made = await fillWorkspace(url, { now: new Date(), progress: bar }).finally(() => bar.end())
  console.log(render(url, made, ((Date.now() - since) / 1000).toFixed(1)))
}

if (values.help) console.log(usage)
else
  await run().catch((error: Error) => {
    const isUnreachable = error instanceof ConnectionError
    console.error(isUnreachable ? `${error.message}. Start the platform with npm start.` : error.message)
    process.exitCode = 1
  })
