import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestPlatform } from '@wp/testing'

/**
 * Title parts of the tests that clients rely on for each route: an authorized call, an unknown record, and a
 * malformed id, body or key. Excludes slow tests that do not depend on the version. The last three are titles
 * from versions before 2026-11.
 */
const chosen = [
  'to an authorized caller',
  '404 for a record that does not exist',
  '404 for a workspace that does not exist',
  'malformed ids as declared',
  'malformed JSON with 400',
  'malformed Idempotency-Key with 400',
  'answers who may call it',
  'badly formed ids as it declares',
  'badly formed Idempotency-Key with 400',
]

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }
export type Outcome = { passed: number; failed: string[] }

/** Runs the contract suite of the version in a folder against the running platform. */
export const runContractSuite = async (folder: string, platform: TestPlatform): Promise<Outcome> => {
  const [given, report] = [join(folder, 'platform.json'), join(folder, 'report.json')]
  writeFileSync(given, JSON.stringify(platform))
  rmSync(report, { force: true })
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--root', 'test', 'contract/requests', '-t', chosen.join('|'), '--testTimeout=60000']
  const child = spawn(process.execPath, [vitest, ...args, '--reporter=json', `--outputFile.json=${report}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, WP_TEST_PLATFORM: given },
  })
  const ended = once(child, 'close')
  const said = await text(child.stderr)
  await ended
  if (!existsSync(report)) return { passed: 0, failed: [`the suite did not run: ${said.slice(-2000)}`] }
  const results = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults.flatMap(
    ({ assertionResults }) => assertionResults,
  )
  const named = (status: string) => results.filter((result) => result.status === status)
  return { passed: named('passed').length, failed: named('failed').map(({ fullName }) => fullName) }
}
