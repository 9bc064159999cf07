import type { PathParameter, RequestBody, RequestQuery, Route } from '@wp/http'
import { callOnce } from '@workspace-platform/client'
import type { CallOf, RawCall } from '@workspace-platform/client'
import { isRoute } from '@wp/http'
import type { z } from 'zod'
import { verifyReply } from './verify-reply.ts'

type ReadOf<Shape> = Shape extends z.ZodType
  ? z.output<Shape>
  : Shape extends readonly [infer Json extends z.ZodType, ...unknown[]]
    ? z.output<Json>
    : Shape extends null
      ? null
      : string

type SuccessOf<R extends Route> = ReadOf<R['replies'][keyof R['replies']]>

type BodyTypes<Body> = undefined extends Body ? { body?: Body } : { body: Body }

/** A route's input, in the shape of the client's types. */
type TypesOf<R extends Route> = {
  params: PathParameter<R['path']>
  query?: RequestQuery<R> & object
} & BodyTypes<RequestBody<R>>

type RouteCall<R extends Route, Given extends string> = CallOf<TypesOf<R>, Given>

/** A reply to a call. `body` has the type of the route's successful replies; use `toFailWith` for failures. */
export type ApiReply<R extends Route> = { status: number; body: SuccessOf<R>; headers: Headers }

const partNames = ['params', 'query', 'body', 'headers', 'token', 'signal'] as const
type PartName = (typeof partNames)[number]

/**
 * The body can be passed on its own if nothing else is required and none of its fields has the name of a call part.
 */
type BodyAlone<R extends Route, Given extends string> =
  { body: RequestBody<R> } extends RouteCall<R, Given>
    ? [keyof RequestBody<R> & PartName] extends [never]
      ? RequestBody<R> & { [Name in PartName]?: never }
      : never
    : never

type Input<R extends Route, Given extends string> = RouteCall<R, Given> | BodyAlone<R, Given>

/**
 * Calls a route with the parts of a request, or with just the body. Anything that the route does not declare is a
 * type error. `raw` skips these checks, for requests that must be rejected.
 */
export type ApiCall<R extends Route, Given extends string> = (Record<never, never> extends RouteCall<R, Given>
  ? (input?: Input<R, Given>) => Promise<ApiReply<R>>
  : (input: Input<R, Given>) => Promise<ApiReply<R>>) & { raw(call: RawCall): Promise<ApiReply<R>> }

/** One function for each route of a contract; `Given` names the path parameters that the caller provides. */
export type Api<C extends object, Given extends string = never> = {
  readonly [Name in keyof C as C[Name] extends Route ? Name : never]: C[Name] extends Route
    ? ApiCall<C[Name], Given>
    : never
}

export type Caller<Given extends string = never> = {
  /** For calls through the gateway, includes the version prefix: `https://…/v1`. */
  readonly baseUrl: string
  readonly token?: string | null
  /** Default path parameters; a call can override them. */
  readonly params?: { readonly [Name in Given]: string }
}

const toCall = (input: object): RawCall => {
  const names = Object.keys(input)
  const isCall = names.length > 0 && names.every((name) => (partNames as readonly string[]).includes(name))
  return isCall ? input : { body: input }
}

/**
 * Returns functions that call a contract's routes as this caller, without the client's retries and token refreshes.
 * Every reply is checked against its declaration.
 */
export const apiOf = <const C extends object, Given extends string = never>(
  contract: C,
  caller: Caller<Given>,
): Api<C, Given> => {
  const send = async (route: Route, call: RawCall = {}) => {
    const result = await callOnce(route, call, caller)
    verifyReply(route, result, call.body)
    return result
  }
  const calls = Object.entries(contract).flatMap(([name, route]: [string, unknown]) => {
    if (!isRoute(route)) return []
    const raw = (call?: RawCall) => send(route, call)
    return [[name, Object.assign((input?: object) => raw(input && toCall(input)), { raw })] as const]
  })
  return Object.fromEntries(calls) as unknown as Api<C, Given>
}
