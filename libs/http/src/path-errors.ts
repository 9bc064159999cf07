import { AppError } from '@wp/kernel'

/** No route has this path. */
export const noSuchPath = (): AppError =>
  new AppError('NOT_FOUND', 'There is nothing at this address: /openapi.json lists all')

/** Routes have this path, but only with the methods in `allow`. */
export const methodNotAllowed = (allow: string): AppError =>
  new AppError('METHOD_NOT_ALLOWED', `This address answers only ${allow}`)
