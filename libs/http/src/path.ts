/**
 * A segment of a route's path: literal text, a parameter with an optional literal suffix (`:token.ics`), or
 * the rest of the path (`:path*`).
 */
export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly suffix: string }
  | { readonly kind: 'rest'; readonly name: string }

const parameter = /^:([A-Za-z][A-Za-z0-9]*)(.*)$/

/**
 * Returns the segments of a route's path; `/` has none. Throws TypeError for a path without a leading slash, with a
 * trailing one or with two in a row, and for segments after the rest of the path.
 */
export const parsePath = (path: string): Segment[] => {
  if (!path.startsWith('/') || (path.length > 1 && path.endsWith('/')) || path.includes('//')) {
    throw new TypeError(`"${path}" must begin with a slash and cannot end with one or contain two in a row`)
  }
  if (path === '/') return []
  const segments = path.slice(1).split('/').map(toSegment)
  if (segments.slice(0, -1).some(({ kind }) => kind === 'rest'))
    throw new TypeError(`"${path}" cannot continue after a parameter that matches the rest of the path`)
  return segments
}

const toSegment = (text: string): Segment => {
  const [, name, suffix = ''] = parameter.exec(text) ?? []
  if (name === undefined) return { kind: 'static', text }
  return suffix === '*' ? { kind: 'rest', name } : { kind: 'param', name, suffix }
}

/** Returns the names of a path's parameters, in order. */
export const pathParameters = (path: string): string[] =>
  parsePath(path).flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))

type Letter =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'e'
  | 'f'
  | 'g'
  | 'h'
  | 'i'
  | 'j'
  | 'k'
  | 'l'
  | 'm'
  | 'n'
  | 'o'
  | 'p'
  | 'q'
  | 'r'
  | 's'
  | 't'
  | 'u'
  | 'v'
  | 'w'
  | 'x'
  | 'y'
  | 'z'

type NameOf<Text extends string, Name extends string = ''> = Text extends `${infer Char}${infer Rest}`
  ? Lowercase<Char> extends Letter
    ? NameOf<Rest, `${Name}${Char}`>
    : Name
  : Name

type SegmentName<Text extends string> = Text extends `:${infer Rest}` ? NameOf<Rest> : never

/** A union of the names of a path's parameters. */
export type PathParameter<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? SegmentName<Head> | PathParameter<Tail>
  : SegmentName<Path>
