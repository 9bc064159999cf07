import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@wp/http'
import * as edits from './edits.ts'
import { formProblem, wordProblem, namesOf, toSingular, upperFirst, type Names } from './names.ts'
import { resourceFiles, serviceFiles } from './template.ts'

/** Thrown with a message that explains why nothing was written. */
export class Refusal extends Error {}

/** What to create. `files` maps paths from the repository root to their new text. */
export type Plan = { files: Map<string, string>; service: Names; resource: Names }

type Wanted = { service: string; resource?: string | undefined; plural?: string | undefined }

const containers = ['grafana', 'mongodb', 'mongodb-users', 'nats', 'prometheus']
const wordsOfCharts = ['default-deny', 'global', 'platform', 'service']

const refuseIf = (problem: string | null): void => {
  if (problem) throw new Refusal(problem)
}

const checkedNames = (name: string, plural?: string): Names => {
  refuseIf(formProblem(name))
  if (plural !== undefined) refuseIf(formProblem(plural))
  const names = namesOf(name, plural)
  if (names.plural.kebab === name)
    throw new Refusal(
      `“${name}” is its own plural. Routes need two different names; use --plural ${name}-entries, for example.`,
    )
  refuseIf(wordProblem(names))
  return names
}

const checkNewService = (root: string, name: string): void => {
  refuseIf(formProblem(name))
  refuseIf(wordProblem(namesOf(name)))
  if (existsSync(join(root, 'services', name)))
    throw new Refusal(`services/${name} already exists. Choose another name.`)
  if (existsSync(join(root, 'node_modules/@wp', name)))
    throw new Refusal(`“${name}” is taken: @wp/${name} is another package.`)
  if (containers.includes(name) || wordsOfCharts.includes(name))
    throw new Refusal(`“${name}” is taken: the compose file or the charts use this name.`)
}

const readApi = (root: string): OpenApiDocument =>
  JSON.parse(readFileSync(join(root, 'services/gateway/dist/openapi.v1.json'), 'utf8')) as OpenApiDocument

/** Throws when a route id, path, tag or schema name already exists on the platform. */
const checkNewResource = (root: string, { pascal, kebab, plural }: Names): void => {
  const { paths, components, tags } = readApi(root)
  const path = `/workspace/{workspaceId}/${plural.kebab}`
  const operations = Object.values(paths).flatMap((each) => Object.values(each))
  const ids = ['list', 'create', 'get', 'update', 'delete'].map((verb) =>
    verb === 'list' ? `list${plural.pascal}` : `${verb}${pascal}`,
  )
  const taken =
    (path in paths && `the path ${path}`) ||
    operations.map(({ operationId }) => operationId).find((id) => ids.includes(id)) ||
    (pascal in components.schemas && `the schema ${pascal}`) ||
    (tags.some(({ name }) => name === upperFirst(plural.words)) && `the tag ${upperFirst(plural.words)}`)
  if (taken)
    throw new Refusal(`“${kebab}” is taken: ${taken} already exists. Choose another name for the resource.`)
}

/** Applies edits to files. Errors name the file. */
const edited = (root: string, changes: Record<string, (text: string) => string>): Map<string, string> =>
  new Map(
    Object.entries(changes).map(([file, change]) => {
      try {
        return [file, change(readFileSync(join(root, file), 'utf8'))]
      } catch (error) {
        throw new Refusal(`${file} could not be edited: ${(error as Error).message}.`)
      }
    }),
  )

/** Returns the recorded examples of a service, with those of a new resource. */
const withExamples = (root: string, service: Names, resource: Names): Map<string, string> => {
  const recorded = (name: string, edit: typeof edits.inExamples): [string, string] => {
    const file = `services/${service.kebab}/reference/${name}.json`
    const known = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '{}'
    return [file, edit(known, resource)]
  }
  return new Map([recorded('examples', edits.inExamples), recorded('requests', edits.inRequests)])
}

/** Plans a service with one resource, which is named after the service by default. */
export const planService = (root: string, wanted: Wanted): Plan => {
  checkNewService(root, wanted.service)
  const service = namesOf(wanted.service)
  const resource = checkedNames(wanted.resource ?? toSingular(wanted.service), wanted.plural)
  checkNewResource(root, resource)
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const manifest = edits.toManifest(read('services/contests/package.json'), service, resource)
  const withService = (folder: string) => edits.inManifest(read(`${folder}/package.json`), service)
  const users = { test: withService('test'), tools: withService('tools') }
  const files = new Map([
    ...serviceFiles(service, resource),
    [`services/${service.kebab}/package.json`, manifest],
    ['test/package.json', users.test],
    ['tools/package.json', users.tools],
    ...withExamples(root, service, resource),
    ...edited(root, {
      'package-lock.json': (text) => edits.inLockfile(text, manifest, users, service),
    }),
  ])
  return { files, service, resource }
}

/** Plans a resource in an existing service. */
export const planResource = (
  root: string,
  wanted: Required<Pick<Wanted, 'service' | 'resource'>> & Wanted,
): Plan => {
  const folder = `services/${wanted.service}`
  const at = (file: string) => `${folder}/${file}`
  if (formProblem(wanted.service) || !existsSync(join(root, folder)))
    throw new Refusal(
      `No service is named ${wanted.service}. To create it, run npm run wp -- new service ${wanted.service}.`,
    )
  if (!['src/deps.ts', 'src/contract.ts'].every((file) => existsSync(join(root, at(file)))))
    throw new Refusal(`${wanted.service} cannot have resources. Choose another service, or create one.`)
  const resource = checkedNames(wanted.resource, wanted.plural)
  if (existsSync(join(root, at(`src/${resource.plural.kebab}`))))
    throw new Refusal(`${at(`src/${resource.plural.kebab}`)} already exists. Choose another name.`)
  checkNewResource(root, resource)
  const service = namesOf(wanted.service)
  let deps = ''
  const changes = edited(root, {
    [at('src/contract.ts')]: (text) => edits.inContract(text, resource),
    [at('src/deps.ts')]: (text) => {
      deps = edits.depsTypeOf(text)
      return edits.inDeps(text, resource)
    },
    [at('src/service.ts')]: (text) => edits.inService(text, resource),
    [at('service.json')]: (text) => edits.inDeclaration(text, resource),
    [at('README.md')]: (text) => edits.inServiceReadme(text, service, resource),
    ...(existsSync(join(root, at('test/events.test.ts'))) && {
      [at('test/events.test.ts')]: (text: string) => edits.inEventsTest(text, resource),
    }),
  })
  const made = [resourceFiles(service, resource, deps), changes, withExamples(root, service, resource)]
  return { files: new Map(made.flatMap((files) => [...files])), service, resource }
}
