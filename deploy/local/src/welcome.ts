import type { Platform } from '@wp/local-platform'

export type WantedPorts = { gateway: number }

type Row = [name: string, http: string, rpc: string, ops: string]

const renderTable = (rows: Row[]): string => {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('   ')}`.trimEnd())
    .join('\n')
}

const portOf = (url: string) => Number(new URL(url).port)

const toRows = (platform: Platform): Row[] =>
  Object.values(platform.services)
    .flat()
    .toSorted((a, b) => Number(b.name.startsWith('gateway')) - Number(a.name.startsWith('gateway')))
    .map(({ name, http, rpc, ops }) => [name, http, rpc, ops])

type Named = { id: string; slug: string }

/** Returns an active plan and a category, so that the printed signup command works when pasted. */
const signupChoices = async (gatewayUrl: string): Promise<{ planId: string; category: string } | null> => {
  const read = async (path: string) =>
    (await fetch(`${gatewayUrl}${path}`)).json() as Promise<Record<string, Named[]>>
  try {
    const { plans } = await read('/v1/public/plans')
    const { businessCategories } = await read('/v1/public/business-categories')
    const plan = plans?.find(({ slug }) => slug === 'pro') ?? plans?.[0]
    const category = businessCategories?.[0]
    return plan && category ? { planId: plan.id, category: category.slug } : null
  } catch {
    return null
  }
}

const curlLines = async (url: string): Promise<string[]> => {
  const choices = await signupChoices(url)
  const reads = [`curl -sS ${url}/health`, `curl -sS ${url}/v1/public/plans`]
  if (!choices) return [...reads, `curl -sS ${url}/openapi.json`]
  const rest = `"password":"correct-horse-1","phone":"+14155550123","planId":"${choices.planId}","businessCategorySlug":"${choices.category}"`
  const body = `'{"email":"owner-'$(date +%s%N)'@example.com",${rest}}'`
  return [...reads, `curl -sS -X POST ${url}/v1/signup -H 'content-type: application/json' -d ${body}`]
}

const nextSteps = (url: string): string[] => [
  `${url}/docs`.padEnd(40) + 'API reference with examples; try requests in the browser',
  `${url}/docs/events`.padEnd(40) + 'event catalog',
  'npm run demo'.padEnd(40) + 'fill a workspace with sample data and print its logins',
  'npm run wp -- logs --request <id>'.padEnd(40) + 'show the log of one request through all services',
  'docs/tutorial.md'.padEnd(40) + 'tutorial: book a session, make a sale, write a lab report',
]

const withoutSecrets = (url: string): string => url.replace(/\/\/[^/@]*@/, '//')

/** Returns the text that `npm start` prints when everything is ready: addresses, commands to paste and next steps. */
export const renderWelcome = async (platform: Platform, wanted: WantedPorts): Promise<string> => {
  const isPortTaken = portOf(platform.gatewayUrl) !== wanted.gateway
  const rows: Row[] = [['service', 'http', 'gRPC', 'live, ready, metrics'], ...toRows(platform)]
  return [
    '',
    `  Console   ${platform.gatewayUrl}/console   (npm run demo creates a workspace and logins)`,
    '',
    renderTable(rows),
    '',
    `  MongoDB   ${withoutSecrets(platform.mongoUrl)}   (${platform.sources.mongodb})`,
    `  NATS      ${withoutSecrets(platform.natsUrl)}   (${platform.sources.nats})`,
    `  Data      ${platform.dataDir}   (logs in ${platform.logsDir})`,
    ...(isPortTaken
      ? ['', `  Port ${wanted.gateway} is in use; the gateway listens on ${portOf(platform.gatewayUrl)}.`]
      : []),
    '',
    'Try:',
    ...(await curlLines(platform.gatewayUrl)).map((line) => `  ${line}`),
    '',
    'Next:',
    ...nextSteps(platform.gatewayUrl).map((line) => `  ${line}`),
    '',
    'The platform is ready. Press Ctrl-C to stop it.',
  ].join('\n')
}
