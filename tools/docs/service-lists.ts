import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { root } from '../root.ts'
import { contracts } from '@wp/gateway/contracts'
import { toPascal } from './names.ts'

type Services = { all: string[]; withRoutes: string[] }

const lines = (names: string[], toLine: (name: string) => string): string => names.map(toLine).join('')

/** Files that name every service among other things: which part of each, and how it reads. */
const lists: Record<string, [part: RegExp, toText: (services: Services, text: string) => string]> = {
  'helm/platform/Chart.yaml': [
    /(?<=^dependencies:\n)[\s\S]*/m,
    ({ all }, text) =>
      lines(
        all,
        (name) =>
          `  - name: service\n    version: ${/^version: (.+)$/m.exec(text)?.[1]}\n    repository: file://../service\n    alias: ${name}\n    condition: ${name}.enabled\n`,
      ),
  ],
  'helm/platform/values.schema.json': [
    /(?<="defaultDeny": \{\n {6}"type": "boolean"\n {4}\})[\s\S]*?(?=\n {2}\},\n {2}"definitions")/,
    ({ all }) => lines(all, (name) => `,\n    "${name}": {\n      "type": "object"\n    }`),
  ],
  'helm/service/values.schema.json': [
    /(?<="service": \{\n {6}"enum": \[\n {8}"")[\s\S]*?(?=\n {6}\])/,
    ({ all }) => lines(all, (name) => `,\n        "${name}"`),
  ],
  'helm/platform/files/rules.yaml': [/(?<=up\{service=~")[^"]*/, ({ all }) => all.join('|')],
  'deploy/compose/prometheus.yml': [
    /(?<=^ {6}- names:\n)(?: {10}- .*\n)*/m,
    ({ all }) => lines(all, (name) => `          - ${name}\n`),
  ],
  'libs/client/README.md': [
    /(?<=is a function of its area: )[^.]*/,
    ({ withRoutes }) => withRoutes.map((name) => `\`${name}\``).join(', '),
  ],
}

const areaTypes = ({ withRoutes }: Services): string =>
  `// Made by npm run wp -- docs from the services that have routes.
${lines(withRoutes, (name) => `import type { ${toPascal(name)}Routes } from '@workspace-platform/client/${name}'\n`)}${lines(
    withRoutes,
    (name) => `import type * as ${toPascal(name)} from '@wp/${name}/contract'\n`,
  )}
/** The contract of each service and what the client says of its routes. */
export type Areas = {
${lines(withRoutes, (name) => `  '${name}': [typeof ${toPascal(name)}, ${toPascal(name)}Routes]\n`)}}
`

/** The same files with the services that there are: file name → content. */
export const serviceLists = async (): Promise<Record<string, string>> => {
  const services = {
    all: [...readDeclarations(root).keys()].toSorted(),
    withRoutes: (await contracts()).map(({ service }) => service),
  }
  const written = Object.entries(lists).map(([file, [part, toText]]) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (!part.test(text)) throw new Error(`${file} has no list of services where one is expected (${part}).`)
    return [file, text.replace(part, () => toText(services, text))]
  })
  return { ...Object.fromEntries(written), 'test/contract/client-areas.ts': areaTypes(services) } as Record<
    string,
    string
  >
}
