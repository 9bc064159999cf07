import { holds, isWorkspacePermission } from '@wp/auth'
import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, invalid } from '@wp/kernel'
import type { EventType } from './event-type.contract.ts'

/** Returns whether one of an endpoint's patterns matches the type. */
export const isWanted = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => matches(pattern, type))

/** Throws 422 unless every pattern matches a known type, and 403 unless the caller may view all matching records. */
export const checkPatterns = (
  patterns: readonly string[],
  known: readonly EventType[],
  principal: WorkspacePrincipal,
): void => {
  patterns.forEach((pattern, index) => {
    if (!known.some(({ type }) => matches(pattern, type)))
      throw invalid(`events.${index}`, 'must match an event type')
  })
  checkAccess(patterns, known, principal)
}

/** Throws 403 unless the caller may view the records of all types that the patterns match. */
export const checkAccess = (
  patterns: readonly string[],
  known: readonly EventType[],
  principal: WorkspacePrincipal,
): void => {
  const denied = known.find(({ type, permission }) => isWanted(patterns, type) && !may(principal, permission))
  if (denied === undefined) return
  const need = denied.permission === 'owner' ? 'Only the owner' : `Only members with ${denied.permission}`
  throw new AppError('FORBIDDEN', `${need} can manage an endpoint that receives ${denied.type}`)
}

/** Returns whether the type exists and the caller may view its records. */
export const canView = (
  type: string,
  known: readonly EventType[],
  principal: WorkspacePrincipal,
): boolean => {
  const found = known.find((each) => each.type === type)
  return found !== undefined && may(principal, found.permission)
}

const matches = (pattern: string, type: string): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

const may = (principal: WorkspacePrincipal, permission: string): boolean =>
  isWorkspacePermission(permission) ? holds(principal, permission) : principal.role === 'owner'
