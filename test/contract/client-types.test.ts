import type { RouteEntry } from '@workspace-platform/client'
import { idempotencyOf, type PathParameter, type RequestBody, type Route } from '@wp/http'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Areas } from './client-areas.ts'
import { contracts } from '@wp/gateway/contracts'

/** Compares in both directions, so that neither type allows more than the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type Given<Types, Name extends string> = Types extends { [Key in Name]?: infer Type }
  ? Exclude<Type, undefined>
  : never

type JsonOf<Shape> = Shape extends z.ZodType
  ? z.output<Shape>
  : Shape extends readonly [infer Json extends z.ZodType, ...unknown[]]
    ? z.output<Json>
    : Shape extends null
      ? null
      : Blob
type Success<R extends Route> = {
  [Status in keyof R['replies']]: `${Status & number}` extends `${2 | 3}${string}`
    ? JsonOf<R['replies'][Status]>
    : never
}[keyof R['replies']]

type FaultOf<R extends Route, Types> = [
  Same<Given<Types, 'params'>, PathParameter<R['path']>> extends true ? never : 'params',
  R extends { upload: object } | { rawBody: true }
    ? never
    : Same<Given<Types, 'body'>, Exclude<RequestBody<R>, undefined>> extends true
      ? never
      : 'body',
  Same<Given<Types, 'reply'>, Success<R>> extends true ? never : 'reply',
][number]

/** Routes whose client types differ from the contract, with the differing part. */
type Faults<Contract, Routes> = {
  [
    Name in keyof Contract as Contract[Name] extends Route
      ? Contract[Name]['id'] extends keyof Routes
        ? [FaultOf<Contract[Name], Routes[Contract[Name]['id']]>] extends [never]
          ? never
          : Name
        : Name
      : never
  ]: Contract[Name] extends Route
    ? FaultOf<Contract[Name], Routes[Contract[Name]['id'] & keyof Routes]>
    : never
}

/** Bodies that accept arbitrary JSON: the contract's type cannot be expressed in the OpenAPI documents. */
const anyJson = 'body'

/**
 * Services with routes whose types differ. The client's types are generated from the OpenAPI documents, and the
 * compiler compares them with the contracts.
 */
type Differences = {
  [Name in keyof Areas as keyof Faults<Areas[Name][0], Areas[Name][1]> extends never ? never : Name]: Faults<
    Areas[Name][0],
    Areas[Name][1]
  >
}

const known: Differences = {
  scheduling: {
    createSessionField: anyJson,
    updateSessionField: anyJson,
    createStaffField: anyJson,
    updateStaffField: anyJson,
  },
  storefront: { updateJobProgress: anyJson },
}

describe('typed client', () => {
  it('has the same types, methods and paths as the contract for every route, except for bodies with arbitrary JSON', async () => {
    expect(Object.keys(known)).toEqual(['scheduling', 'storefront'])
    for (const { service, routes } of await contracts()) {
      const area = Object.values((await import(`@workspace-platform/client/${service}`)) as object) as Record<
        string,
        RouteEntry
      >[]
      const entries = Object.entries(area[0]!)
      expect(
        entries.map(([id, { method, path, root, open, creates }]) => [
          id,
          method,
          path,
          !!root,
          !!open,
          !!creates,
        ]),
      ).toEqual(
        routes
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map((route) => [
            route.id,
            route.method,
            route.path,
            route.root === true,
            route.access.kind === 'open',
            idempotencyOf(route) !== 'none',
          ]),
      )
    }
  })
})
