import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformFiles, repositoryRoot } from '@wp/local-platform'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const code = globSync('docs/runbooks/*.md', { cwd: repositoryRoot }).flatMap((file) =>
  [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!),
)
const commands = [...new Set(code)].filter((text) => /^(grep|npm) /.test(text))
const requests = [...new Set(code)].filter((text) => text.startsWith('GET /'))

/** Runs a command as an operator of this platform, which has one NATS server, would run it in the checkout. */
const run = (command: string) => {
  const line = command
    .replaceAll('<service>', 'contests')
    .replaceAll('.data/logs', platform().logsDir)
    .replace(/--replicas \d+ --mb \d+/, '--replicas 1 --mb 64')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: {
      ...process.env,
      NATS_URL: platform().natsUrl.replace(/\/\/[^@]*@/, '//'),
      NATS_SEED_FILE: platformFiles(platform().credentialsDir).operatorSeed,
    },
  })
  return { status, text: `${stdout}${stderr}`.trim() }
}

describe('a command of a runbook', { timeout: 60_000 }, () => {
  it('is found', () => {
    expect(commands.length).toBeGreaterThan(3)
    expect(requests.length).toBeGreaterThan(0)
  })

  it.each(commands.filter((command) => command.includes('nats streams')))(
    'changes streams: %s',
    (command) => {
      const { status, text } = run(command)
      expect([status, text]).toEqual([0, expect.stringMatching(/64 MiB|All streams have these settings/)])
    },
  )

  it.each(commands.filter((command) => command.includes('remove-service')))(
    'refuses to remove a running service: %s',
    (command) => {
      expect(run(command)).toEqual({
        status: 1,
        text: expect.stringContaining('contests is still registered'),
      })
    },
  )

  it.each(commands.filter((command) => command.startsWith('grep ')))('reads the log: %s', (command) => {
    // A healthy service logs no errors.
    expect(run(command)).toEqual({ status: 1, text: '' })
    expect(run(command.replace('error', 'info'))).toEqual({
      status: 0,
      text: expect.stringContaining('"msg":"ready"'),
    })
  })

  it.each(requests)('reaches a route: %s', async (request) => {
    const reply = await fetch(`${platform().gatewayUrl}${request.slice('GET '.length)}`)
    expect(reply.status).toBe(401)
  })
})
