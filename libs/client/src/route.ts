/** Where a request goes: what every way of calling needs of a route. */
export type Endpoint = {
  /** For messages. */
  readonly id?: string
  readonly method: string
  /** With parameters as `:name`. */
  readonly path: string
  /** Answers without the version prefix. */
  readonly root?: true | undefined
}

/** What the client knows of a route. */
export type RouteEntry = Endpoint & {
  /** The session's token is not sent. */
  readonly open?: true | undefined
  /** Takes an `Idempotency-Key`. */
  readonly creates?: true | undefined
  /** The name of the list in its reply; walked by cursor, or by page number. */
  readonly list?: string | undefined
  readonly walk?: 'page' | undefined
  /** The field of the form that holds the file. */
  readonly file?: string | undefined
  /** What its success does to the session; one that begins or goes on has its tokens in the reply. */
  readonly session?: 'begins' | 'goes-on' | 'ends' | undefined
}

/** What a route takes and gives, as types. */
export type RouteTypes = {
  params?: string
  query?: object
  body?: unknown
  form?: object
  reply?: unknown
  /** One record of its list. */
  item?: unknown
  /** Content types that it gives in place of JSON when asked for. */
  accept?: string
}

/** The types of some routes, by their names. */
export type RoutesTypes<Routes> = Record<keyof Routes, RouteTypes>

/** The routes of one service: the table that calls are made from, and their types. */
export type Area<Routes extends RoutesTypes<Routes>> = { readonly [Name in keyof Routes]: RouteEntry }
