import { AppError } from '@wp/kernel'

/** Returns NOT_FOUND for a path without a route. */
export const noSuchPath = (): AppError => new AppError('NOT_FOUND', 'No such route; see /openapi.json')

/** Returns METHOD_NOT_ALLOWED for a path that only supports the methods in `allow`. */
export const methodNotAllowed = (allow: string): AppError =>
  new AppError('METHOD_NOT_ALLOWED', `This route only supports ${allow}`)
