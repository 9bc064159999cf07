import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformFiles, repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const code = globSync('docs/runbooks/*.md', { cwd: repositoryRoot }).flatMap((file) =>
  [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!),
)
const commands = [...new Set(code)].filter((text) => /^(grep|nats|npm) /.test(text))
const requests = [...new Set(code)].filter((text) => text.startsWith('GET /'))

/**
 * Commands of the NATS CLI, which this repository does not install and `npm run wp -- nats` does not provide.
 */
const elsewhere = [
  'nats account info',
  'nats server report jetstream',
  'nats stream edit <stream> --max-bytes 16GiB',
  'nats stream get wp-dead-letters <id>',
  'nats stream info <stream>',
  'nats stream report',
  'nats stream subjects <stream>',
]
const covered = new Set<string>()

/** Returns the commands that contain this text, for a test. */
const commandsWith = (part: string): string[] => {
  const found = commands.filter((command) => command.includes(part))
  for (const command of found) covered.add(command)
  return found
}

/** Runs a command as an operator of this platform, which has one NATS server, would run it in the checkout. */
const run = (command: string) => {
  const line = command
    .replaceAll('<service>', 'contests')
    .replaceAll('.data/logs', platform().logsDir)
    .replace(/--replicas \d+ --mb \d+/, '--replicas 1 --mb 64')
  const keys = join(platform().dataDir, 'keys')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: {
      ...process.env,
      NATS_URL: platform().natsUrl.replace(/\/\/[^@]*@/, '//'),
      NATS_SEED_FILE: platformFiles(platform().credentialsDir).operatorSeed,
      MONGODB_URL: platform().mongoUrl,
      SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
      ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
      HMAC_KEY_FILE: join(keys, 'hmac-key'),
    },
  })
  return { status, text: `${stdout}${stderr}`.trim() }
}

describe('a command of a runbook', { timeout: 60_000 }, () => {
  it('is found', () => {
    expect(commands.length).toBeGreaterThan(3)
    expect(requests.length).toBeGreaterThan(0)
  })

  it.each(commandsWith('wp -- nats streams'))('changes streams: %s', (command) => {
    const { status, text } = run(command)
    expect([status, text]).toEqual([0, expect.stringMatching(/64 MiB|All streams have these settings/)])
  })

  it.each(commandsWith('wp -- nats remove-service'))('refuses to remove a running service: %s', (command) => {
    expect(run(command)).toEqual({
      status: 1,
      text: expect.stringContaining('contests is still registered'),
    })
  })

  it.each(commandsWith('grep '))('reads the log: %s', (command) => {
    // A healthy service logs no errors.
    expect(run(command)).toEqual({ status: 1, text: '' })
    expect(run(command.replace('error', 'info'))).toEqual({
      status: 0,
      text: expect.stringContaining('"msg":"ready"'),
    })
  })

  it.each(commandsWith('wp -- admin replay'))('publishes stored events again: %s', (command) => {
    const { status, text } = run(command)
    expect([status, text]).toEqual([0, expect.stringMatching(/^Queued \d+ events of contests;/m)])
  })

  it('runs in a test, or belongs to the NATS command line', () => {
    expect(commands.filter((command) => !covered.has(command)).toSorted()).toEqual(elsewhere)
  })

  it.each(requests)('reaches a route: %s', async (request) => {
    const reply = await fetch(`${platform().gatewayUrl}${request.slice('GET '.length)}`)
    expect(reply.status).toBe(401)
  })
})
