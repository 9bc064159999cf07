import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceDeclaration } from '@wp/credentials'
import { readDeclarations } from '@wp/credentials/setup'
import { z } from 'zod'
import type { SourceFile } from './boundaries.ts'

/** gRPC methods by service. */
export type Methods = ReadonlyMap<string, readonly string[]>

type Sources = { files: readonly SourceFile[]; methods: Methods; services: readonly string[] }

/** Returns the libraries that make calls and subscriptions on behalf of a service. */
const librariesOf = (ownText: string): string[] => [
  'libs/runtime/src/',
  'libs/http/src/manifest.ts',
  ...(ownText.includes('openWorkspaceCopies') ? ['libs/workspaces/src/'] : []),
  ...(ownText.includes('openQuotaFiles') ? ['libs/files/src/'] : []),
]

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * Returns problems with `services/<name>/service.json`, such as entries that the code does not use. Missing entries are
 * not reported: with them missing, the service fails to start or its calls are rejected.
 */
export const declarationFaults = (
  declarations: ReadonlyMap<string, unknown>,
  { files, methods, services }: Sources,
): string[] =>
  services.flatMap((name) => {
    const path = `services/${name}/service.json`
    const textUnder = (folders: string[]): string =>
      files
        .filter((file) => folders.some((folder) => file.path.startsWith(folder)))
        .filter((file) => !file.path.endsWith('.test.ts'))
        .map(({ text }) => text)
        .join('\n')
    const own = textUnder([`services/${name}/src/`])
    if (!declarations.has(name)) return [`${path} is missing`]
    const parsed = ServiceDeclaration.safeParse(declarations.get(name))
    if (!parsed.success) return [`${path}: ${z.prettifyError(parsed.error)}`]
    const { calls, follows, buckets } = parsed.data
    const text = `${own}\n${textUnder(librariesOf(own))}`
    const isNamed = (word: string) => new RegExp(`\\b${word}\\b`).test(text)
    const faults = [
      ...(own.includes("from '../service.json'") ? [] : ['is not passed to defineService']),
      ...Object.entries(calls).flatMap(([peer, called]) =>
        called.flatMap((method) => {
          if (!methods.get(peer)?.includes(method)) return [`calls ${peer}.${method}, which does not exist`]
          return isNamed(lowerFirst(method))
            ? []
            : [`declares a call to ${peer}.${method} that the code does not make`]
        }),
      ),
      ...follows.flatMap((publisher) => {
        if (publisher === '*') return []
        if (!services.includes(publisher)) return [`follows ${publisher}, which does not exist`]
        const isFollowed = [`wp.${publisher}.`, `@wp/${publisher}/`, `'${publisher}'`].some((each) =>
          text.includes(each),
        )
        return isFollowed ? [] : [`declares ${publisher} in follows, but no consumer uses it`]
      }),
      ...Object.keys(buckets).flatMap((bucket) =>
        isNamed(bucket) ? [] : [`declares the bucket ${bucket}, which the code does not use`],
      ),
    ]
    return faults.map((fault) => `${path} ${fault}`)
  })

export const readMethods = (root: string): Methods =>
  new Map(
    globSync('protos/*/v1/*.proto', { cwd: root }).map((file) => [
      file.split('/')[1]!.replaceAll('_', '-'),
      [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}rpc (\w+)\(/gm)].map(([, method]) => method!),
    ]),
  )

/** Returns the problems in all declarations of the repository. */
export const faultsOfDeclarations = (
  root: string,
  files: readonly SourceFile[],
  services: readonly string[],
): string[] => declarationFaults(readDeclarations(root), { files, methods: readMethods(root), services })
