import { errorCodes } from '@wp/kernel'
import { acceptsBearer } from './access.ts'
import { pathParameters } from './path.ts'
import { failsOf, idempotencyOf, needsSubscription } from './route.ts'
import type { Route } from './route.ts'

/**
 * Returns the error codes that follow from the declaration of a route, by status. Codes of the platform for single
 * rules, such as OUT_OF_STOCK, are not part of it.
 */
export const declaredCodes = (route: Route): Record<string, string[]> => {
  const { access, path, body, badId = 400 } = route
  const parameters = pathParameters(path)
  const hasIds = parameters.some((name) => name === 'id' || name.endsWith('Id'))
  const isMember = access.kind === 'workspace'
  const takesKey = idempotencyOf(route) !== 'none'
  const codes = [
    'INVALID_REQUEST',
    ...(body ? ['INVALID_JSON'] : []),
    ...(hasIds && badId === 400 ? ['INVALID_ID'] : []),
    ...(acceptsBearer(access) ? ['UNAUTHENTICATED', 'TOKEN_EXPIRED'] : []),
    ...(access.kind === 'open' ? [] : ['FORBIDDEN']),
    ...(access.kind === 'open' && access.header ? [access.header.error] : []),
    ...(isMember && parameters.includes('workspaceId') ? ['WRONG_WORKSPACE'] : []),
    ...(needsSubscription(route) ? ['SUBSCRIPTION_EXPIRED'] : []),
    'NOT_FOUND',
    'VALIDATION_FAILED',
    ...(takesKey ? ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] : []),
    ...generalCodes,
  ]
  const statuses = failsOf(route)
  const byStatus = Object.groupBy(new Set(codes), statusOf) as Record<string, string[]>
  const known = Object.entries(byStatus).filter(([status]) => statuses.includes(Number(status)))
  const declared: Record<string, string[]> = Object.fromEntries(known)
  for (const { code, status } of route.errors ?? []) (declared[status] ??= []).push(code)
  return declared
}

const statusOf = (code: string): string => String(errorCodes[code as keyof typeof errorCodes])

/** Codes of the statuses that every route may answer with. */
const generalCodes = [
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
]
