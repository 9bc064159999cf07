import { AppError } from '@wp/kernel'
import type { ErrorCode } from '@wp/kernel'
import type { z } from 'zod'

/** Reads the declared parameters of a query string; undeclared ones are ignored. */
export type QueryReader = (search: string) => Record<string, string | string[]>

/**
 * Returns a reader for the parameters of a schema. It throws `code` for a repeated parameter that is not a list, for a
 * parameter written as an object (`status[$ne]=x`), for a number that is not decimal (`0x1`, `1e0`), and for invalid
 * percent-encoding or NUL.
 */
export const queryReader = (
  schema: z.ZodObject,
  code: 'INVALID_REQUEST' | 'VALIDATION_FAILED' = 'INVALID_REQUEST',
): QueryReader => {
  const names = Object.keys(schema.shape)
  const declared = new Set(names)
  const lists = new Set(names.filter((name) => isOfType(schema.shape[name]!, 'array')))
  const numbers = new Set(names.filter((name) => isOfType(schema.shape[name]!, 'number')))
  return (search) => {
    const values: Record<string, string | string[]> = Object.create(null)
    if (search === '') return values
    for (const part of search.split('&')) {
      if (part === '') continue
      const equals = part.indexOf('=')
      const name = decode(equals === -1 ? part : part.slice(0, equals), code)
      const base = name.includes('[') ? name.slice(0, name.indexOf('[')) : name
      if (!declared.has(name)) {
        if (base !== name && declared.has(base)) {
          throw new AppError(code, `${base} must be a single value in the form ${base}=…`)
        }
        continue
      }
      const value = equals === -1 ? '' : decode(part.slice(equals + 1), code)
      if (numbers.has(name) && !decimalNumber.test(value))
        throw badParameter(code, name, 'must be a decimal number')
      const known = values[name]
      if (lists.has(name)) values[name] = known === undefined ? [value] : [...(known as string[]), value]
      else if (known === undefined) values[name] = value
      else throw badParameter(code, name, 'must not be repeated')
    }
    return values
  }
}

const decimalNumber = /^-?\d+(?:\.\d+)?$/

const badParameter = (code: ErrorCode, path: string, message: string): AppError =>
  new AppError(code, `${path} ${message}`, { details: [{ path, message }] })

const isOfType = (schema: z.core.$ZodType, type: 'array' | 'number'): boolean => {
  if (schema._zod.def.type === type) return true
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType
  return inner !== undefined && isOfType(inner, type)
}

const decode = (text: string, code: ErrorCode): string => {
  if (!text.includes('%') && !text.includes('+')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new AppError(code, 'The query string must be percent-encoded')
  }
  if (decoded.includes('\0')) throw new AppError(code, 'The query string must not contain NUL characters')
  return decoded
}
