import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { repositoryRoot } from '@wp/local-platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCharts, findHelm, missingHelm, render } from './helm.ts'
import type { KubeObject } from './helm.ts'

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const services = [...readDeclarations(repositoryRoot).keys()]

const documents = [...globSync('docs/runbooks/*.md', { cwd: repositoryRoot }), 'docs/operations.md']
const kubectl = [...new Set(documents.flatMap((file) => read(file).match(/\bkubectl [^`\n]+/g) ?? []))]

/** Returns the keys of the Secrets that `docs/operations.md` creates; null for the files of a folder. */
const documentedSecrets = (): Map<string, string[] | null> => {
  const created = read('docs/operations.md')
    .replaceAll(/\\\n\s+/g, '')
    .matchAll(/kubectl create secret generic (\S+) ([^#\n]+)/g)
  return new Map(
    [...created].flatMap(([, name, text]) => {
      const keys = [...text!.matchAll(/--from-(?:file|literal)=([^\s=]+)/g)].map(([, key]) => key!)
      const given = keys.some((key) => key.includes('/')) ? null : keys
      return name!.startsWith('$s')
        ? services.map((s) => [name!.replace('$s', s), given] as const)
        : [[name!, given] as const]
    }),
  )
}

type Volume = {
  secret?: { secretName: string }
  projected?: { sources: { secret?: { name: string; items: { key: string }[] } }[] }
}

const folder = copyCharts()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isSkipped = findHelm() === null && process.env['CI'] !== 'true'
const skipReason = isSkipped ? ` (${missingHelm})` : ''

describe.skipIf(isSkipped)(`the documentation for operators${skipReason}`, () => {
  let objects: KubeObject[]
  beforeAll(async () => {
    objects = await render(folder, 'production')
  }, 600_000)

  const find = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name)
  const podsOf = ({ spec }: KubeObject) => spec['template'] as KubeObject

  it.each([
    ['Deployment', /\bdeploy(?:ment)?[/ ]<service>/],
    ['NetworkPolicy', /\bnetworkpolicy <service>/],
  ])('names the %s of each service', (kind, pattern) => {
    expect(kubectl.some((command) => pattern.test(command))).toBe(true)
    expect(services.filter((service) => !find(kind, service))).toEqual([])
  })

  it('selects pods by labels that they have', () => {
    const labels = kubectl.flatMap((command) => / -l (\S+)=<service>/.exec(command)?.[1] ?? [])
    expect(labels.length).toBeGreaterThan(0)
    for (const service of services)
      for (const label of labels)
        expect(podsOf(find('Deployment', service)!).metadata.labels?.[label]).toBe(service)
  })

  it('creates every Secret that pods mount, with its keys', () => {
    const secrets = documentedSecrets()
    const volumes = objects
      .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
      .flatMap((object) => podsOf(object).spec['volumes'] as Volume[])
    const mounted = volumes.flatMap(({ secret, projected }) => [
      ...(secret ? [{ name: secret.secretName, keys: [] as string[] }] : []),
      ...(projected?.sources ?? []).flatMap((source) =>
        source.secret ? [{ name: source.secret.name, keys: source.secret.items.map(({ key }) => key) }] : [],
      ),
    ])
    expect(mounted.length).toBeGreaterThan(20)
    const missing = mounted.filter(({ name, keys }) => {
      const created = secrets.get(name)
      return created === undefined || (created !== null && keys.some((key) => !created.includes(key)))
    })
    expect(missing).toEqual([])
  })
})
