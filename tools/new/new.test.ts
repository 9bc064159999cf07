import { stripTypeScriptTypes } from 'node:module'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceDeclaration } from '@wp/credentials'
import { readDeclarations } from '@wp/credentials/setup'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSources, serviceNames, violations } from '../check/boundaries.ts'
import { root } from '../root.ts'
import { declarationFaults, readMethods } from '../check/declarations.ts'
import {
  filesWithoutRole,
  importCycles,
  importsOfService,
  listsInContracts,
} from '../check/service-layout.ts'
import { namesOf, toPlural, toSingular } from './names.ts'
import { planResource, planService, Refusal, type Plan } from './plan.ts'
import { writePlan } from './write.ts'

// test/full/new runs the commands in a copy of the repository and then runs every check and test there.

const sources = readSources(root)

/** Returns the repository's sources including the planned files. */
const sourcesWith = ({ files }: Plan) => [
  ...sources.filter(({ path }) => !files.has(path)),
  ...[...files].filter(([path]) => path.endsWith('.ts')).map(([path, text]) => ({ path, text })),
]

describe('planService', () => {
  const plan = planService(root, { service: 'library', resource: 'book' })

  it('plans files that pass the boundary and service layout checks', () => {
    expect(violations(sourcesWith(plan), [...serviceNames(root), '@wp/library'])).toEqual([])
    const faults = [filesWithoutRole, importsOfService, importCycles, listsInContracts].flatMap((find) =>
      find(sourcesWith(plan)),
    )
    expect(faults).toEqual([])
  })

  it('declares exactly the calls and events that the code uses', () => {
    const declaration = ServiceDeclaration.parse(JSON.parse(plan.files.get('services/library/service.json')!))
    const declarations = new Map([...readDeclarations(root), ['library', declaration]])
    const services = [...declarations.keys()]
    const known = { files: sourcesWith(plan), methods: readMethods(root), services }
    expect(declarationFaults(declarations, known)).toEqual([])
  })

  it('replaces every name from the template', () => {
    const own = [...plan.files].filter(([path]) => path.startsWith('services/library/'))
    expect(own.length).toBeGreaterThan(12)
    for (const [path, text] of own) expect(`${path} ${text}`).not.toMatch(/sample/i)
    expect(plan.files.get('services/library/src/books/book.contract.ts')).toContain(
      "summary: 'Create a book'",
    )
  })

  it('adds the service to the lockfile as npm would, and leaves all packages except test and tools unchanged', () => {
    type Lockfile = { packages: Record<string, object> }
    const {
      'services/library': own,
      'node_modules/@wp/library': link,
      test: _,
      tools: __,
      ...rest
    } = (JSON.parse(plan.files.get('package-lock.json')!) as Lockfile).packages
    const before = (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile).packages
    expect(own).toMatchObject({ name: '@wp/library', dependencies: { '@wp/mongo': expect.any(String) } })
    expect(link).toEqual({ resolved: 'services/library', link: true })
    const { test: ___, tools: ____, ...restBefore } = before
    expect(rest).toEqual(restBefore)
  })
})

const withResources = globSync('services/*/src/deps.ts', { cwd: root })
  .map((file) => file.split('/')[1]!)
  .filter((service) => existsSync(join(root, 'services', service, 'src/contract.ts')))

describe('planResource', () => {
  it.each(withResources)('adds a resource to %s that follows the service layout', (service) => {
    const plan = planResource(root, { service, resource: 'opinion' })
    const own = sourcesWith(plan).filter(({ path }) => path.startsWith(`services/${service}/`))
    const made = own.filter(({ path }) => path.includes('/opinions/'))
    expect([...importsOfService(own), ...importCycles(own), ...filesWithoutRole(made, {})]).toEqual([])
    const at = (file: string) => plan.files.get(`services/${service}/src/${file}`)!
    expect(at('service.ts')).toMatch(/routes: \[[^\]]*\bopinionHandlers\(deps\)/)
    expect(at('service.ts')).toMatch(/ollections(?: =|:) \[[^\]]*\bopinionCollection\b/)
    expect(at('service.ts')).toMatch(/\bopinions: opinionStore\(db\)/)
    expect(at('deps.ts')).toContain('opinions: ReturnType<typeof opinionStore>')
    expect(at('opinions/opinion.handlers.ts')).toMatch(/Pick<\w+Deps, 'db' \| 'opinions'>/)
    const written = own.filter(({ path }) => plan.files.has(path))
    for (const { text } of written) expect(() => stripTypeScriptTypes(text)).not.toThrow()
  })
})

describe('planService and planResource with a rejected name', () => {
  it.each([
    ['Library', 'such as “library”'],
    ['1st', 'such as “st”'],
    ['web3', 'such as “web”'],
    ['a', 'such as “parking-space”'],
    ['x'.repeat(31), '2 to 30 characters'],
    ['../etc', 'such as “etc”'],
    ['class', 'Choose a longer name'],
    ['contests', 'services/contests already exists'],
    ['http', '@wp/http is another package'],
    ['nats', 'the charts use this name'],
    ['clients', '/workspace/{workspaceId}/clients already exists'],
  ])('throws an error that explains why the service name %s is rejected', (service, text) => {
    expect(() => planService(root, { service })).toThrow(Refusal)
    expect(() => planService(root, { service })).toThrow(text)
  })

  it.each([
    ['nowhere', 'opinion', undefined, 'npm run wp -- new service nowhere'],
    ['gateway', 'opinion', undefined, 'gateway cannot have resources'],
    ['contests', 'attempt', undefined, 'services/contests/src/attempts already exists'],
    ['contests', 'holiday', undefined, '/workspace/{workspaceId}/holidays already exists'],
    ['contests', 'promise', undefined, 'Choose a longer name'],
    ['contests', 'body', undefined, 'Choose a longer name'],
    ['contests', 'fish', 'fish', '--plural fish-entries'],
  ])(
    'throws an error that explains why %s cannot have the resource %s',
    (service, resource, plural, text) => {
      expect(() => planResource(root, { service, resource, plural })).toThrow(Refusal)
      expect(() => planResource(root, { service, resource, plural })).toThrow(text)
    },
  )
})

describe('writePlan', () => {
  it('restores all files when a step fails', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-new-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'list.json'), '{}')
    const files = new Map([
      ['list.json', '{ "a": 1 }'],
      ['services/new/src/main.ts', 'export {}'],
    ])
    expect(() => writePlan(folder, files)).toThrow(/oxfmt|install\.mjs/)
    expect(globSync('**/*', { cwd: folder })).toEqual(['list.json'])
    expect(readFileSync(join(folder, 'list.json'), 'utf8')).toBe('{}')
  })
})

describe('toPlural and toSingular', () => {
  it.each([
    ['pet', 'pets'],
    ['category', 'categories'],
    ['day', 'days'],
    ['box', 'boxes'],
    ['class', 'classes'],
    ['reading-room', 'reading-rooms'],
  ])('converts %s to %s and back', (singular, plural) => {
    expect(toPlural(singular)).toBe(plural)
    expect(toSingular(plural)).toBe(singular)
    expect(namesOf(singular).plural.kebab).toBe(plural)
  })
})
