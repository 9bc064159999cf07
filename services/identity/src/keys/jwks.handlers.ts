import { handle, reply } from '@wp/http'
import type { IdentityDeps } from '../deps.ts'
import { getJwks } from './jwks.contract.ts'

export const jwksHandlers = ({ signingKeys }: IdentityDeps) => [
  handle(getJwks, async () => reply(200, { keys: await signingKeys.listPublic() })),
]
