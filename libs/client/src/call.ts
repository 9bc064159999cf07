import type { RouteTypes } from './route.ts'

type Value = string | number

type ParamsOf<T extends RouteTypes> = T extends { params: infer Name extends string } ? Name : never

/** What the client was made with need not be given again, but may be. */
type ParamsPart<Names extends string, Given extends string> = [Names] extends [never]
  ? { params?: undefined }
  : [Exclude<Names, Given>] extends [never]
    ? { params?: { [Name in Names]?: Value } }
    : { params: { [Name in Exclude<Names, Given>]: Value } & { [Name in Names & Given]?: Value } }

/** A part as the route declares it: needed, optional, or not to be given. */
type Part<T extends RouteTypes, Name extends 'query' | 'body' | 'form'> =
  T extends Record<Name, infer Type>
    ? { [Key in Name]: Type }
    : T extends { [Key in Name]?: infer Type }
      ? { [Key in Name]?: Type }
      : { [Key in Name]?: undefined }

export type CallOptions = {
  headers?: Record<string, string>
  /** In place of the session's; null for none. */
  token?: string | null
  signal?: AbortSignal
}

/** The parts of a call. Only what the route declares can be given, and what it needs must be. */
export type CallOf<T extends RouteTypes, Given extends string = never> = ParamsPart<ParamsOf<T>, Given> &
  Part<T, 'query'> &
  Part<T, 'body'> &
  Part<T, 'form'> &
  CallOptions

/** A call that no type checks. A body of text, bytes or a form goes as it is, any other as JSON. */
export type RawCall = CallOptions & {
  params?: Readonly<Record<string, Value | undefined>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}
