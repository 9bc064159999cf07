import { AppError, isId } from '@wp/kernel'
import { toInputError, parseOptions } from './input-errors.ts'
import { noSuchPath } from './path-errors.ts'
import { pathParameters } from './path.ts'
import type { Route } from './route.ts'

export type ParamsReader = (values: readonly string[]) => Record<string, unknown>

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')

/**
 * Returns a reader for path parameters. The route's schema parses the parameters that it declares; others named `id` or
 * `…Id` must be ids. For a malformed parameter, the reader throws an error with the status in `badId`.
 */
export const paramsReader = (route: Route): ParamsReader => {
  const names = pathParameters(route.path)
  const schema = route.params
  const ids = names.filter((name) => isIdName(name) && !(schema && name in schema.shape))
  const status = route.badId ?? 400
  return (values) => {
    const params: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) params[names[index]!] = values[index]
    for (const name of ids) if (!isId(params[name])) throw badId(name, status)
    if (!schema) return params
    const parsed = schema.safeParse(params, parseOptions)
    if (parsed.success) return { ...params, ...parsed.data }
    if (status === 404) throw noSuchPath()
    const { issues } = parsed.error
    const isAnId = issues.some((issue) => isIdName(String(issue.path[0])))
    throw toInputError(
      status === 422 ? 'VALIDATION_FAILED' : isAnId ? 'INVALID_ID' : 'INVALID_REQUEST',
      issues,
      'path',
    )
  }
}

const badId = (name: string, status: 400 | 404 | 422): AppError => {
  const message = 'must be an id of 24 lowercase hexadecimal characters'
  if (status === 404) return new AppError('NOT_FOUND', `${toNoun(name)} not found`)
  return new AppError(status === 422 ? 'VALIDATION_FAILED' : 'INVALID_ID', `${name} ${message}`, {
    details: [{ path: name, message }],
  })
}

const toNoun = (name: string): string => {
  const words = name
    .replace(/Id$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words === 'id' || words === '' ? 'Record' : words[0]!.toUpperCase() + words.slice(1)
}
