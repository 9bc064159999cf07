import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'
import { loadSync, type PackageDefinition } from '@grpc/proto-loader'

/**
 * A gRPC service for servers and clients: its name and typed methods. `packageDefinition` is the whole file,
 * for reflection.
 */
export type RpcService<Definition> = {
  readonly name: string
  readonly definition: Definition & ServiceDefinition
  readonly packageDefinition: PackageDefinition
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/**
 * A message as we write it: every field must be given, except those marked `optional`, which may also be
 * null. (The generated input types do not catch a forgotten field.)
 */
export type Written<T> = T extends Buffer
  ? T
  : T extends readonly (infer Item)[]
    ? Written<Item>[]
    : T extends object
      ? { [K in Exclude<keyof T, OptionalKeys<T>>]: Written<T[K]> } & {
          [K in OptionalKeys<T>]?: Written<T[K]> | null
        }
      : T

/** The methods of a service under their names in code: `GetWorkspace` is `getWorkspace`. */
export type RpcMethods<Definition> = {
  [
    Name in keyof Definition as Name extends string
      ? string extends Name
        ? never
        : Uncapitalize<Name>
      : never
  ]: Definition[Name] extends {
    requestDeserialize: (bytes: Buffer) => infer Request
    responseDeserialize: (bytes: Buffer) => infer Response
  }
    ? { request: Request; response: Response }
    : never
}

/** Returns the names of the proto files below a folder, as `<service>/v1/<service>.proto`. */
export const protoFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.name}/v1/${entry.name}.proto`)
    .filter((file) => existsSync(join(folder, file)))
    .toSorted()

/** Reads one proto file; throws at startup when the file or the service is missing. */
export const loadService = <Definition>(
  folder: string,
  file: string,
  fullName: string,
): RpcService<Definition> => {
  const packageDefinition = loadSync(join(folder, file), {
    keepCase: false,
    longs: Number,
    enums: String,
    defaults: true,
    includeDirs: [folder],
  })
  const definition = packageDefinition[fullName]
  if (definition === undefined || 'format' in definition) {
    throw new Error(`${file} declares no service ${fullName}`)
  }
  return {
    name: fullName,
    definition: definition as Record<string, MethodDefinition<object, object>> as Definition &
      ServiceDefinition,
    packageDefinition,
  }
}
