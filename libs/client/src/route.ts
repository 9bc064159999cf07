/** The target of a request. */
export type Endpoint = {
  /** The route's name in error messages. */
  readonly id?: string
  readonly method: string
  /** Path with parameters written as `:name`. */
  readonly path: string
  /** Served without the version prefix. */
  readonly root?: true | undefined
}

/** The client's view of a route. */
export type RouteEntry = Endpoint & {
  /** Called without the login session's token. */
  readonly open?: true | undefined
  /** Takes an `Idempotency-Key`. */
  readonly creates?: true | undefined
  /** Name of the list in the reply, which is read by cursor or page number. */
  readonly list?: string | undefined
  readonly walk?: 'page' | undefined
  /** The form field that contains the file. */
  readonly file?: string | undefined
  /** The route's effect on the login session. With `begins` and `goes-on`, the reply contains the tokens. */
  readonly session?: 'begins' | 'goes-on' | 'ends' | undefined
}

/** A route's types. */
export type RouteTypes = {
  params?: string
  query?: object
  body?: unknown
  form?: object
  reply?: unknown
  /** A record in the list. */
  item?: unknown
  /** Supported content types other than JSON. */
  accept?: string
}

/** Route types by name. */
export type RoutesTypes<Routes> = Record<keyof Routes, RouteTypes>

/** The routes of one service. */
export type Area<Routes extends RoutesTypes<Routes>> = { readonly [Name in keyof Routes]: RouteEntry }
