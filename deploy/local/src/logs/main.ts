import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@wp/local-platform'
import { formatLogLine, linesOfRequest } from './log-lines.ts'

const usage = `npm run logs -- --request <id>

Shows one request through all services of npm start, in the order of time. Every reply carries its id in x-request-id.

  --data <folder>   where the data lives (.data)`

const { values } = parseArgs({
  options: {
    request: { type: 'string' },
    data: { type: 'string', default: join(repositoryRoot, '.data') },
    help: { type: 'boolean', default: false },
  },
})

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

if (values.help) console.log(usage)
else if (!values.request) fail(usage)
else {
  const folder = join(values.data, 'logs')
  if (!existsSync(folder)) fail(`There are no logs in ${folder}: start the platform with npm start.`)
  const lines = await linesOfRequest(folder, values.request!)
  if (lines.length === 0) fail(`No line in ${folder} names the request ${values.request}.`)
  for (const line of lines) console.log(formatLogLine(line, 'log'))
}
