import { routesOf, type Route } from '@wp/http'
import type { z } from 'zod'
import { send, type Caller, type Parts } from './send.ts'

type ReadOf<Shape> = Shape extends z.ZodType
  ? z.output<Shape>
  : Shape extends readonly [infer Json extends z.ZodType, ...unknown[]]
    ? z.output<Json>
    : Shape extends null
      ? null
      : string

type SuccessOf<R extends Route> = ReadOf<R['replies'][keyof R['replies']]>

/** A reply as tests read it: `body` is typed as the route's success; failures are for `toFailWith`. */
export type ApiReply<R extends Route> = { status: number; body: SuccessOf<R>; headers: Headers }

/** A call takes the body alone, or its parts: `{ params, query, body, headers, token }`. */
export type Call<R extends Route> = (input?: Parts | Record<string, unknown>) => Promise<ApiReply<R>>

/** The routes of a contract: a module that exports them, or an array of them. */
export type Contract = readonly Route[] | object

type RouteIn<C> = C extends readonly (infer R)[] ? Extract<R, Route> : Extract<C[keyof C], Route>

/** One function for each route, by its id. */
export type Api<C extends Contract> = { readonly [R in RouteIn<C> as R['id']]: Call<R> }

const partNames = new Set(['params', 'query', 'body', 'headers', 'token'])

const partsOf = (input: Parts | Record<string, unknown> | undefined): Parts => {
  if (input === undefined) return {}
  const keys = Object.keys(input)
  const areParts = keys.length > 0 && keys.every((key) => partNames.has(key))
  return areParts ? (input as Parts) : { body: input }
}

/** Functions that call the routes as this caller; every reply is held against its declaration. */
export const apiOf = <const C extends Contract>(contract: C, caller: Caller): Api<C> =>
  Object.fromEntries(
    routesOf(contract).map((route) => [
      route.id,
      (input?: Parts | Record<string, unknown>) => send(route, caller, partsOf(input)),
    ]),
  ) as unknown as Api<C>
