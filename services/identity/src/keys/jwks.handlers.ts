import { handle, reply } from '@wp/http'
import type { Identity } from '../service.ts'
import { getJwks } from './jwks.contract.ts'

export const keyHandlers = ({ signingKeys }: Identity) => [
  handle(getJwks, async () => reply(200, { keys: signingKeys.map(({ publicJwk }) => publicJwk) })),
]
