import { holds, keyOf } from '@wp/auth'
import type { AdminPrincipal, Principal, Verifier, WorkspacePrincipal } from '@wp/auth'
import { AppError, hasEnded, notFound } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { AdminNeed, RequiredHeader, WorkspaceAccess, WorkspaceNeed } from './access.ts'
import type { HttpContext } from './http-context.ts'
import { needsSubscription } from './route.ts'
import type { Route } from './route.ts'
import type { WorkspaceDirectory } from './workspace-view.ts'

export type AccessDeps = {
  readonly verifier: Verifier
  readonly workspaces: WorkspaceDirectory
  readonly clock: Clock
}

/** `authenticate` runs before the path ids are parsed, `authorize` runs after. */
export type AccessCheck = {
  readonly authenticate: (context: HttpContext) => void | Promise<void>
  readonly authorize: (context: HttpContext) => void | Promise<void>
}

/**
 * Returns a route's access checks. Requests fail in this order: 401, malformed ids, 404 for the workspace in the path,
 * then 403 for membership, permission and subscription.
 */
export const accessCheck = (route: Route, deps: AccessDeps): AccessCheck => {
  const { access } = route
  switch (access.kind) {
    case 'open':
      return { authenticate: access.header ? requireHeader(access.header) : () => {}, authorize: () => {} }
    case 'signed-in':
      return {
        authenticate: authenticate(deps.verifier),
        authorize: (context) => {
          if (keyOf(context.principal!)) throw personsOnly()
          if (context.principal?.kind === 'workspace') context.workspaceId = context.principal.workspaceId
        },
      }
    case 'admin':
      return {
        authenticate: authenticate(deps.verifier),
        authorize: (context) => authorizeAdmin(context.principal!, access.need),
      }
    case 'workspace':
      return { authenticate: authenticate(deps.verifier), authorize: authorizeMember(route, access, deps) }
  }
}

const requireHeader =
  ({ name, error }: RequiredHeader) =>
  ({ headers }: HttpContext): void => {
    if (!headers[name]) throw new AppError(error, `The header ${name} is missing`)
  }

const authenticate =
  (verifier: Verifier) =>
  (context: HttpContext): void | Promise<void> => {
    const token = bearerToken(context.headers.authorization)
    const known = verifier.getCached(token)
    if (known) return setPrincipal(context, known)
    return verifier.verify(token).then((principal) => setPrincipal(context, principal))
  }

const setPrincipal = (context: HttpContext, principal: Principal): void => {
  context.principal = principal
  context.accountId = principal.accountId
}

/** Returns the token from an `Authorization: Bearer …` header. Throws UNAUTHENTICATED without one. */
export const bearerToken = (header: string | undefined): string => {
  if (header === undefined) throw new AppError('UNAUTHENTICATED', 'The Authorization header is missing')
  if (header.startsWith('Bearer ')) return header.slice(7).trim()
  const [scheme = '', token = ''] = header.split(' ')
  if (scheme.toLowerCase() === 'bearer' && token) return token
  throw new AppError('UNAUTHENTICATED', 'The Authorization header must have the form Bearer <token>')
}

const authorizeAdmin = (principal: Principal, need: AdminNeed): void => {
  if (principal.kind !== 'admin') throw new AppError('FORBIDDEN', 'Only platform administrators can do this')
  if (!isAdminAllowed(principal, need))
    throw new AppError('FORBIDDEN', `You need the ${need === 'super-admin' ? 'role' : 'permission'} ${need}`)
}

const isAdminAllowed = (principal: AdminPrincipal, need: AdminNeed): boolean => {
  if (need === 'any') return true
  return need === 'super-admin' ? principal.roles.includes('super-admin') : holds(principal, need)
}

const authorizeMember = (route: Route, access: WorkspaceAccess, { workspaces, clock }: AccessDeps) => {
  const isNamed = route.path.includes('/:workspaceId')
  const isPaid = needsSubscription(route)
  return async (context: HttpContext): Promise<void> => {
    const principal = context.principal!
    if (!isNamed && principal.kind !== 'workspace') throw notAMember()
    const id = isNamed ? String(context.params.workspaceId) : (principal as WorkspacePrincipal).workspaceId
    const workspace = await workspaces.find(id)
    if (!workspace) throw notFound('Workspace')
    if (principal.kind !== 'workspace') throw notAMember()
    if (principal.workspaceId !== id)
      throw new AppError('WRONG_WORKSPACE', 'Your token belongs to another workspace')
    if (principal.key && access.callers === 'persons') throw personsOnly()
    if (!isMemberAllowed(principal, access.need))
      throw new AppError('FORBIDDEN', missingPermission(access.need))
    if (isPaid && hasEnded(workspace.subscriptionEndDate, clock.now()))
      throw new AppError('SUBSCRIPTION_EXPIRED', "This workspace's subscription has expired")
    context.workspaceId = id
    context.workspace = workspace
  }
}

const personsOnly = (): AppError =>
  new AppError('FORBIDDEN', 'API keys cannot do this; log in as a member of the workspace')

const notAMember = (): AppError => new AppError('FORBIDDEN', 'Only members of the workspace can do this')

const isMemberAllowed = (principal: WorkspacePrincipal, need: WorkspaceNeed): boolean => {
  if (need === 'member') return true
  if (need === 'owner') return principal.role === 'owner'
  return typeof need === 'string'
    ? holds(principal, need)
    : need.some((permission) => holds(principal, permission))
}

const missingPermission = (need: WorkspaceNeed): string =>
  need === 'owner'
    ? 'Only the owner of the workspace can do this'
    : `You need the permission ${typeof need === 'string' ? need : need.join(' or ')}`
