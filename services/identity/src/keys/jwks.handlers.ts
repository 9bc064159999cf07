import { handle, reply } from '@wp/http'
import type { Identity } from '../parts.ts'
import { getJwks } from './jwks.contract.ts'

export const keyHandlers = ({ keys }: Identity) => [
  handle(getJwks, async () => reply(200, { keys: await keys.published() })),
]
