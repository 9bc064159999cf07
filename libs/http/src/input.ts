import { AppError } from '@wp/kernel'
import type { z } from 'zod'
import { hasBody, readBytes, readJson } from './body.ts'
import { compileSchema, mismatch } from './compiled-schema.ts'
import type { HttpContext } from './http-context.ts'
import { invalidInput, parseOptions } from './input-errors.ts'
import { readForm } from './multipart.ts'
import { queryReader } from './query.ts'
import { bodyLimitOf } from './route.ts'
import type { InvalidPolicy, Route } from './route.ts'

/** Reads and checks the query, where the route declares one. */
export const queryStep = (route: Route): ((context: HttpContext) => void) | null => {
  if (!route.query) return null
  const policy = route.invalid ?? 'mixed'
  const read = queryReader(route.query, policy === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST')
  const parse = inputParser(route.query, policy, 'query')
  return (context) => {
    context.query = parse(read(context.search)) as Record<string, unknown>
  }
}

const inputParser = (schema: z.ZodType, policy: InvalidPolicy, part: 'body' | 'query') => {
  const parseFast = compileSchema(schema)
  return (value: unknown): unknown => {
    const fast = parseFast(value)
    if (fast !== mismatch) return fast
    const parsed = schema.safeParse(value, parseOptions)
    if (parsed.success) return parsed.data
    throw invalidInput(parsed.error.issues, policy, part)
  }
}

type BodyStep = (context: HttpContext) => Promise<Uint8Array> | null

/** Reads and checks the body by the route's declaration; gives its bytes, null when the request has none. */
export const bodyStep = (route: Route): BodyStep | null => {
  if (route.method === 'GET') return null
  const limit = bodyLimitOf(route)
  if (route.rawBody) {
    return async (context) => {
      const bytes = await readBytes(context.incoming, limit)
      context.body = bytes
      return bytes
    }
  }
  if (route.upload) return uploadStep(route, limit)
  const parse = bodyParser(route)
  return (context) => {
    if (!hasBody(context.incoming)) {
      context.body = parse(undefined)
      return null
    }
    return readJson(context.incoming, limit).then(({ bytes, value }) => {
      context.body = parse(value)
      return bytes
    })
  }
}

const bodyParser = (route: Route): ((value: unknown) => unknown) =>
  route.body ? inputParser(route.body, route.invalid ?? 'mixed', 'body') : () => undefined

const uploadStep = (route: Route, limit: number): BodyStep => {
  const parse = bodyParser(route)
  const upload = route.upload!
  return async (context) => {
    const { file, ...fields } = hasBody(context.incoming)
      ? await readForm(context.incoming, upload, limit)
      : {}
    if (!file) {
      throw new AppError(
        route.invalid === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST',
        `${upload.field} is required`,
        {
          details: [{ path: upload.field, message: 'is required' }],
        },
      )
    }
    context.body = { ...(parse(fields) as object | undefined), file }
    return Buffer.concat([Buffer.from(JSON.stringify([file.name, fields])), file.bytes])
  }
}
