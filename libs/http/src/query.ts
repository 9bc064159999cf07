import { AppError } from '@wp/kernel'
import type { ErrorCode } from '@wp/kernel'
import { z } from 'zod'

/** Reads the declared parameters of a query string; undeclared ones are ignored. */
export type QueryReader = (search: string) => Record<string, string | string[]>

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A reader for the parameters of a schema. A parameter given twice fails with `code` unless its schema is a list, and so
 * does one written as an object (`status[$ne]=x`): neither can stand for the declared value.
 */
export const queryReader = (
  schema: z.ZodObject,
  code: 'INVALID_REQUEST' | 'VALIDATION_FAILED' = 'INVALID_REQUEST',
): QueryReader => {
  const names = Object.keys(schema.shape)
  const declared = new Set(names)
  const lists = new Set(names.filter((name) => isList(schema.shape[name]!)))
  return (search) => {
    const values: Record<string, string | string[]> = Object.create(null)
    if (search === '') return values
    for (const part of search.split('&')) {
      if (part === '') continue
      const equals = part.indexOf('=')
      const name = decode(equals === -1 ? part : part.slice(0, equals), code)
      const base = name.includes('[') ? name.slice(0, name.indexOf('[')) : name
      if (forbidden.has(base)) throw new AppError(code, `A query parameter cannot be called ${base}`)
      if (!declared.has(name)) {
        if (base !== name && declared.has(base)) {
          throw new AppError(code, `${base} must be a single value, written as ${base}=…`)
        }
        continue
      }
      const value = equals === -1 ? '' : decode(part.slice(equals + 1), code)
      const known = values[name]
      if (lists.has(name)) values[name] = known === undefined ? [value] : [...(known as string[]), value]
      else if (known === undefined) values[name] = value
      else
        throw new AppError(code, `${name} must be given once`, {
          details: [{ path: name, message: 'must be given once' }],
        })
    }
    return values
  }
}

const isList = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodArray) return true
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType
  return inner !== undefined && isList(inner)
}

const decode = (text: string, code: ErrorCode): string => {
  if (!text.includes('%') && !text.includes('+')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new AppError(code, 'The query string is not encoded correctly')
  }
  if (decoded.includes('\0')) throw new AppError(code, 'The query string holds a NUL character')
  return decoded
}
