import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestPlatform } from '@wp/testing'

/**
 * Of each route: who may call it is answered by the schema, a record that does not exist and a badly formed id, body or key
 * are refused as declared. Left out is what takes long and differs by no version: sizes, depths, races for one key.
 */
const chosen = [
  'answers who may call it',
  'answers 404 for a record that does not exist',
  'answers 404 for a workspace that does not exist',
  'answers badly formed ids as it declares',
  'refuses malformed JSON with 400',
  'refuses a badly formed Idempotency-Key with 400',
]

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }
export type Outcome = { passed: number; failed: string[] }

/** The contract suite of the version in a folder, against a platform that runs: what its clients rely on. */
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
