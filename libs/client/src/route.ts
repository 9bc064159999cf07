/** The method and path of a request. */
export type Endpoint = {
  /** The route's name in error messages. */
  readonly id?: string
  readonly method: string
  /** Path with parameters written as `:name`. */
  readonly path: string
  /** The route is served without the version prefix. */
  readonly root?: true | undefined
}

/** The run-time data that the client needs about a route. */
export type RouteEntry = Endpoint & {
  /** The client calls the route without the login session's token. */
  readonly open?: true | undefined
  /** The route accepts an `Idempotency-Key`. */
  readonly creates?: true | undefined
  /** Name of the list in the reply, which is read by cursor or page number. */
  readonly list?: string | undefined
  readonly walk?: 'page' | undefined
  /** The form field that contains the file. */
  readonly file?: string | undefined
  /** The route's effect on the login session. With `begins` and `goes-on`, the reply contains the tokens. */
  readonly session?: 'begins' | 'goes-on' | 'ends' | undefined
}

export type RouteTypes = {
  params?: string
  query?: object
  body?: unknown
  form?: object
  reply?: unknown
  /** The type of a record in the list. */
  item?: unknown
  /** Supported content types other than JSON. */
  accept?: string
}

export type RoutesTypes<Routes> = Record<keyof Routes, RouteTypes>

export type Area<Routes extends RoutesTypes<Routes>> = { readonly [Name in keyof Routes]: RouteEntry }
