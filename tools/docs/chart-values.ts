import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { callersOf, readDeclarations } from '@wp/credentials/setup'
import { root } from '../root.ts'
import { stringify } from 'yaml'

const generated = '# Made by npm run wp -- docs'

/** What the chart of a service has to know of `services/<name>/service.json`: who calls whom over gRPC, and who has a database. */
const callGraph = (): string => {
  const declarations = readDeclarations(root)
  const services = [...declarations].map(([name, { database, calls }]) => [
    name,
    {
      database,
      calls: Object.keys(calls).toSorted(),
      calledBy: [...callersOf(declarations, name).keys()].toSorted(),
    },
  ])
  return `${generated} from services/*/service.json.\n${stringify(Object.fromEntries(services))}`
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** The values of all services in one file: those that each has for a release of its own. */
const platformValues = (): string => {
  const shared = readFileSync(join(root, 'helm/service/values.yaml'), 'utf8')
  const global = /^# Shared by all services.*?(?=^image:)/ms.exec(shared)?.[0]
  if (!global) throw new Error('helm/service/values.yaml has no global values before its image.')
  const services = globSync('helm/values/*.yaml', { cwd: root })
    .toSorted()
    .map((file) => {
      const values = readFileSync(join(root, file), 'utf8')
      return `${basename(file, '.yaml')}:\n${indented(values)}`
    })
  return [
    `${generated} from helm/service/values.yaml and helm/values/*.yaml: change those.\n`,
    global,
    '# -- Denies all traffic of pods in the namespace that no other policy selects.\ndefaultDeny: true\n',
    ...services,
  ].join('\n')
}

/** The files of the charts that are made from the code: file name → content. */
export const chartFiles = (): Record<string, string> => ({
  'helm/service/files/call-graph.yaml': callGraph(),
  'helm/platform/values.yaml': platformValues(),
})
