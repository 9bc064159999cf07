import { AppError } from '@wp/kernel'
import type { z } from 'zod'
import { hasBody, readBytes, readJson } from './body.ts'
import { compileSchema, mismatch } from './compiled-schema.ts'
import type { HttpContext } from './http-context.ts'
import { invalidInput, parseOptions } from './input-errors.ts'
import { canonicalJson } from './json.ts'
import { readForm } from './multipart.ts'
import { queryReader } from './query.ts'
import { bodyLimitOf } from './route.ts'
import type { InvalidPolicy, Route } from './route.ts'
import type { UploadBudget } from './upload-budget.ts'

/** Returns the step that parses the query, or null when the route declares no query. */
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

/** Returns a function that parses values as the bodies of routes are parsed, and throws the same errors. */
export const bodyParser = <Schema extends z.ZodType>(
  schema: Schema,
): ((value: unknown) => z.output<Schema>) =>
  inputParser(schema, 'mixed', 'body') as (value: unknown) => z.output<Schema>

type BodyStep = (context: HttpContext) => Promise<Uint8Array | string> | null

/**
 * Returns the step that parses the body, or null when the route declares no body. The step returns the content that
 * identifies the body for idempotency, or null when there is no body.
 */
export const bodyStep = (route: Route, uploads: UploadBudget): BodyStep | null => {
  if (route.method === 'GET') return null
  const limit = bodyLimitOf(route)
  if (route.rawBody) {
    return async (context) => {
      const bytes = await readBytes(context.incoming, limit)
      context.body = bytes
      return bytes
    }
  }
  if (route.upload) return uploadStep(route, limit, uploads)
  const { body } = route
  if (!body) return null
  const parse = inputParser(body, route.invalid ?? 'mixed', 'body')
  const exactFields = freeFieldsOf(body)
  return (context) => {
    if (!hasBody(context.incoming)) {
      context.body = parse(undefined)
      return null
    }
    return readJson(context.incoming, limit, exactFields).then((value) => {
      context.body = parse(value)
      return context.idempotencyKey === null ? '' : canonicalJson(value)
    })
  }
}

/**
 * Returns the names of the fields that accept any JSON. Numbers in objects in these fields are stored and returned as
 * they were sent.
 */
const freeFieldsOf = (body: z.ZodType): string[] => {
  const { shape } = body.def as { shape?: Record<string, z.core.$ZodType> }
  return Object.keys(shape ?? {}).filter((name) => acceptsAnything(shape![name]!))
}

const acceptsAnything = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType }
  return type === 'unknown' || (innerType !== undefined && acceptsAnything(innerType))
}

const uploadStep = (route: Route, limit: number, uploads: UploadBudget): BodyStep => {
  const parse = route.body ? inputParser(route.body, route.invalid ?? 'mixed', 'body') : () => undefined
  const upload = route.upload!
  return async (context) => {
    const allowance = uploads.open(context.workspaceId ?? context.ip)
    context.onAnswered = () => allowance.release()
    const { fields, file } = hasBody(context.incoming)
      ? await readForm(context.incoming, upload, limit, allowance)
      : { fields: {}, file: null }
    if (!file) {
      throw new AppError(
        route.invalid === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST',
        `${upload.field} is required`,
        {
          details: [{ path: upload.field, message: 'is required' }],
        },
      )
    }
    context.onAnswered = () => {
      allowance.release()
      void file.close()
    }
    context.body = { ...(parse(fields) as object | undefined), file }
    return JSON.stringify([file.name, fields, file.sha256])
  }
}
