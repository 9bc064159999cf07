import { holds } from '@wp/auth'
import type { AdminPrincipal, Principal, Verifier, WorkspacePrincipal } from '@wp/auth'
import { AppError, notFound } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { AdminNeed, RequiredHeader, WorkspaceAccess, WorkspaceNeed } from './access.ts'
import type { Exchange } from './exchange.ts'
import { needsSubscription } from './route.ts'
import type { Route } from './route.ts'
import type { WorkspaceDirectory } from './workspace-view.ts'

export type AccessParts = {
  readonly verifier: Verifier
  readonly workspaces: WorkspaceDirectory
  readonly clock: Clock
}

/** The two halves of access: who calls (before ids are read), and whether they may (after). */
export type AccessCheck = {
  readonly identify: (exchange: Exchange) => void | Promise<void>
  readonly admit: (exchange: Exchange) => void | Promise<void>
}

/** Access of one route, prepared once. The order of its answers is: 401, (ids), 404, 403 by workspace, permission, subscription. */
export const accessCheck = (route: Route, parts: AccessParts): AccessCheck => {
  const { access } = route
  switch (access.kind) {
    case 'open':
      return { identify: access.header ? requireHeader(access.header) : () => {}, admit: () => {} }
    case 'signed-in':
      return {
        identify: identify(parts.verifier),
        admit: (exchange) => {
          if (exchange.principal?.kind === 'workspace') exchange.workspaceId = exchange.principal.workspaceId
        },
      }
    case 'admin':
      return {
        identify: identify(parts.verifier),
        admit: (exchange) => admitAdmin(exchange.principal!, access.need),
      }
    case 'workspace':
      return { identify: identify(parts.verifier), admit: admitMember(route, access, parts) }
  }
}

const requireHeader =
  ({ name, error }: RequiredHeader) =>
  ({ headers }: Exchange): void => {
    if (!headers[name]) throw new AppError(error, `The header ${name} is missing or wrong`)
  }

const identify =
  (verifier: Verifier) =>
  (exchange: Exchange): void | Promise<void> => {
    const token = bearerToken(exchange.headers.authorization)
    const known = verifier.recall(token)
    if (known) return setPrincipal(exchange, known)
    return verifier.verify(token).then((principal) => setPrincipal(exchange, principal))
  }

const setPrincipal = (exchange: Exchange, principal: Principal): void => {
  exchange.principal = principal
  exchange.accountId = principal.accountId
}

/** The token of an `Authorization: Bearer …` header; 401 when there is none. */
export const bearerToken = (header: string | undefined): string => {
  if (header === undefined)
    throw new AppError('UNAUTHENTICATED', 'Sign in first: the Authorization header is missing')
  if (header.startsWith('Bearer ')) return header.slice(7).trim()
  const [scheme = '', token = ''] = header.split(' ')
  if (scheme.toLowerCase() === 'bearer' && token) return token
  throw new AppError('UNAUTHENTICATED', 'The Authorization header must be: Bearer <token>')
}

const admitAdmin = (principal: Principal, need: AdminNeed): void => {
  if (principal.kind !== 'admin')
    throw new AppError('FORBIDDEN', 'This is for administrators of the platform')
  if (!adminMay(principal, need))
    throw new AppError(
      'FORBIDDEN',
      `You need ${need === 'super-admin' ? 'the role' : 'the permission'} ${need}`,
    )
}

const adminMay = (principal: AdminPrincipal, need: AdminNeed): boolean => {
  if (need === 'any') return true
  return need === 'super-admin' ? principal.roles.includes('super-admin') : holds(principal, need)
}

const admitMember = (route: Route, access: WorkspaceAccess, { workspaces, clock }: AccessParts) => {
  const isNamed = route.path.includes('/:workspaceId')
  const isPaid = needsSubscription(route)
  return async (exchange: Exchange): Promise<void> => {
    const principal = exchange.principal!
    if (!isNamed && principal.kind !== 'workspace')
      throw new AppError('FORBIDDEN', 'This is for members of a workspace')
    const id = isNamed ? String(exchange.params.workspaceId) : (principal as WorkspacePrincipal).workspaceId
    const workspace = await workspaces.find(id)
    if (!workspace) throw notFound('Workspace')
    if (principal.kind !== 'workspace') throw new AppError('FORBIDDEN', 'This is for members of a workspace')
    if (principal.workspaceId !== id)
      throw new AppError('WRONG_WORKSPACE', 'Your token is for another workspace')
    if (!memberMay(principal, access.need)) throw new AppError('FORBIDDEN', lackWords(access.need))
    if (isPaid && workspace.subscriptionEndDate !== null && workspace.subscriptionEndDate <= clock.now()) {
      throw new AppError('SUBSCRIPTION_EXPIRED', 'The subscription of this workspace has expired')
    }
    exchange.workspaceId = id
    exchange.workspace = workspace
  }
}

const memberMay = (principal: WorkspacePrincipal, need: WorkspaceNeed): boolean => {
  if (need === 'member') return true
  if (need === 'owner') return principal.role === 'owner'
  return typeof need === 'string'
    ? holds(principal, need)
    : need.some((permission) => holds(principal, permission))
}

const lackWords = (need: WorkspaceNeed): string =>
  need === 'owner'
    ? 'Only the owner of the workspace may do this'
    : `You need the permission ${typeof need === 'string' ? need : need.join(' or ')}`
