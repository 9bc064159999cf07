import { RevocationRecorded } from '@wp/runtime'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import { bootstrapRoutes } from './admins/bootstrap.contract.ts'
import { keyRoutes } from './keys/jwks.contract.ts'
import { loginRoutes } from './login/login.contract.ts'
import { signupRoutes } from './signup/signup.contract.ts'

/** What others may import of identity: its routes and its events. */
export * from './admins/bootstrap.contract.ts'
export * from './keys/jwks.contract.ts'
export * from './login/login.contract.ts'
export * from './signup/signup.contract.ts'
export * from './workspaces/workspace.contract.ts'
export { RevocationRecorded, WorkspaceCreated, WorkspaceUpdated }

export const routes = [...signupRoutes, ...loginRoutes, ...bootstrapRoutes, ...keyRoutes]
export const events = [WorkspaceCreated, WorkspaceUpdated, RevocationRecorded]
