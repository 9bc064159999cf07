import type { RouteTypes } from './route.ts'

type Value = string | number

type ParamsOf<T extends RouteTypes> = T extends { params: infer Name extends string } ? Name : never

/** Makes the path parameters that the client fills in itself optional. */
type ParamsPart<Names extends string, Given extends string> = [Names] extends [never]
  ? { params?: undefined }
  : [Exclude<Names, Given>] extends [never]
    ? { params?: { [Name in Names]?: Value } }
    : { params: { [Name in Exclude<Names, Given>]: Value } & { [Name in Names & Given]?: Value } }

/** One part of a call, as declared by the route: required, optional or not allowed. */
type Part<T extends RouteTypes, Name extends 'query' | 'body' | 'form'> =
  T extends Record<Name, infer Type>
    ? { [Key in Name]: Type }
    : T extends { [Key in Name]?: infer Type }
      ? { [Key in Name]?: Type }
      : { [Key in Name]?: undefined }

export type CallOptions = {
  headers?: Record<string, string>
  /** Replaces the login session's token; null sends no token. */
  token?: string | null
  signal?: AbortSignal
}

/** The parts of a call as declared by the route. */
export type CallOf<T extends RouteTypes, Given extends string = never> = ParamsPart<ParamsOf<T>, Given> &
  Part<T, 'query'> &
  Part<T, 'body'> &
  Part<T, 'form'> &
  CallOptions

/** An untyped call. Text, bytes and forms are sent unchanged; other bodies are sent as JSON. */
export type RawCall = CallOptions & {
  params?: Readonly<Record<string, Value | undefined>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
