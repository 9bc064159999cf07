import type { RouteTypes } from './route.ts'

type Value = string | number

type ParamsOf<T extends RouteTypes> = T extends { params: infer Name extends string } ? Name : never

/** Parameters known to the client are optional. */
type ParamsPart<Names extends string, Given extends string> = [Names] extends [never]
  ? { params?: undefined }
  : [Exclude<Names, Given>] extends [never]
    ? { params?: { [Name in Names]?: Value } }
    : { params: { [Name in Exclude<Names, Given>]: Value } & { [Name in Names & Given]?: Value } }

/** A part as declared by the route: required, optional, or not allowed. */
type Part<T extends RouteTypes, Name extends 'query' | 'body' | 'form'> =
  T extends Record<Name, infer Type>
    ? { [Key in Name]: Type }
    : T extends { [Key in Name]?: infer Type }
      ? { [Key in Name]?: Type }
      : { [Key in Name]?: undefined }

export type CallOptions = {
  headers?: Record<string, string>
  /** Replaces the token of the login session; null sends none. */
  token?: string | null
  signal?: AbortSignal
}

/** The parts of a call as declared by the route. */
export type CallOf<T extends RouteTypes, Given extends string = never> = ParamsPart<ParamsOf<T>, Given> &
  Part<T, 'query'> &
  Part<T, 'body'> &
  Part<T, 'form'> &
  CallOptions

/** An untyped call. A body of text, bytes or a form is sent unchanged, other values as JSON. */
export type RawCall = CallOptions & {
  params?: Readonly<Record<string, Value | undefined>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
