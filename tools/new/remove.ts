import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { root as repositoryRoot } from '../root.ts'
import { Refusal } from './plan.ts'
import * as undo from './undo-edits.ts'
import { writePlan } from './write.ts'

/** What to change (file → new text) and what to delete, as paths from the repository root. */
export type Removal = { files: Map<string, string>; deleted: string[] }

const protoFolder = (service: string): string => `protos/${service.replaceAll('-', '_')}`

/** Returns the dependents of a service, one line each. */
const usersOf = (root: string, service: string): string[] => {
  const manifests = globSync('{services,libs,deploy}/*/package.json', { cwd: root })
    .filter((file) => file !== `services/${service}/package.json`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(`"@wp/${service}"`))
    .map((file) => `${dirname(file)} depends on the package @wp/${service}`)
  const declared = [...readDeclarations(root)]
    .filter(([name]) => name !== service)
    .flatMap(([name, { calls, follows }]) => [
      ...(service in calls ? [`services/${name}/service.json calls it`] : []),
      ...(follows.includes(service) ? [`services/${name}/service.json follows its events`] : []),
    ])
  return [...manifests, ...declared]
}

/**
 * Plans the removal of a service. Throws a Refusal for an unknown service and for one that other services
 * need.
 */
export const planRemoval = (root: string, service: string): Removal => {
  if (!/^[a-z-]+$/.test(service) || !existsSync(join(root, 'services', service, 'service.json')))
    throw new Refusal(`No service is named ${service}.`)
  const users = usersOf(root, service)
  if (users.length > 0)
    throw new Refusal(`${service} is still in use:\n${users.map((user) => `  ${user}`).join('\n')}`)
  const edits: Record<string, (text: string) => string> = {
    'package-lock.json': (text) => undo.outOfLockfile(text, service),
    'test/package.json': (text) => undo.outOfManifest(text, service),
    'tools/package.json': (text) => undo.outOfManifest(text, service),
  }
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return {
    files: new Map(Object.entries(edits).map(([file, edit]) => [file, edit(read(file))])),
    deleted: [
      `services/${service}`,
      protoFolder(service),
      `libs/client/src/areas/${service}.ts`,
      `node_modules/@wp/${service}`,
    ].filter((path) => existsSync(join(root, path))),
  }
}

/** Returns the files of a service that are not committed. Outside of a Git repository, these are all. */
const uncommittedFiles = (root: string, service: string): string[] => {
  try {
    const args = [
      'status',
      '--porcelain',
      '--untracked-files=all',
      '--',
      `services/${service}`,
      protoFolder(service),
    ]
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3))
  } catch {
    return [`services/${service}`]
  }
}

/** Applies a removal. Restores everything when a step fails. */
export const applyRemoval = (root: string, { files, deleted }: Removal): void => {
  const kept = join(root, 'node_modules/.cache/removed-service')
  rmSync(kept, { recursive: true, force: true })
  const move = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  for (const path of deleted) move(join(root, path), join(kept, path))
  try {
    writePlan(root, files, { build: deleted.some((path) => path.startsWith('protos/')) })
  } catch (error) {
    for (const path of deleted) move(join(kept, path), join(root, path))
    throw error
  }
  rmSync(kept, { recursive: true, force: true })
}

/** Returns the leftovers of a removed service on servers, with the commands that remove them. */
const leftovers = (service: string): string => {
  const database = `wp_${service.replaceAll('-', '_')}`
  return `Left where the service has run. Stop its processes first; the commands cannot be undone.
  Kubernetes  helm upgrade platform … without the service, or helm uninstall ${service}
              kubectl delete secret ${service}-credentials ${service}-mongodb
  NATS        npm run wp -- nats remove-service ${service}
              removes its routes, OpenAPI document, event stream, consumers and dead letters
  MongoDB     mongosh "$MONGODB_URL" --eval 'db.getSiblingDB("${database}").dropDatabase()'
              mongosh "$MONGODB_URL" --eval 'db.getSiblingDB("admin").dropUser("${database}")'
  Files       rm -r .data/services/${service} .data/credentials/${service}, or its volume claim
  NATS users  npm run wp -- credentials, which writes nats-users.conf without it; then reload NATS
`
}

/**
 * Removes a service from the repository, which undoes `wp new service`, and prints its leftovers on servers.
 * Changes nothing and sets exit code 1 when other services need it, or when files are not committed and
 * `force` is not set.
 */
export const removeService = (service: string, { force = false } = {}): void => {
  try {
    const removal = planRemoval(repositoryRoot, service)
    const uncommitted = uncommittedFiles(repositoryRoot, service)
    if (uncommitted.length > 0 && !force)
      throw new Refusal(
        `These files are not committed; --force deletes them:\n${uncommitted.map((file) => `  ${file}`).join('\n')}`,
      )
    applyRemoval(repositoryRoot, removal)
    console.log(`Deleted:
${removal.deleted.map((path) => `  ${path}`).join('\n')}
Also changed, as well as the generated files:
${[...removal.files.keys()].map((path) => `  ${path}`).join('\n')}

${leftovers(service)}`)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    console.error(
      error instanceof Refusal ? message : `Nothing was changed: ${message}\n${stderr?.toString() ?? ''}`,
    )
    process.exitCode = 1
  }
}
