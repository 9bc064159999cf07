import { createSigner, newKeyPair } from '@wp/auth'
import { newId, systemClock, type Id } from '@wp/kernel'

export const issuer = { issuer: 'bench', audience: 'bench' }

/** Creates a key pair and owner tokens signed with it. */
export const newOwnerTokens = async () => {
  const keys = await newKeyPair()
  const signer = createSigner({ keys: { current: () => keys }, ...issuer, clock: systemClock })
  const tokenOf = async (workspaceId: Id): Promise<string> => {
    const { token } = await signer.sign({
      kind: 'workspace',
      accountId: newId(),
      workspaceId,
      role: 'owner',
      permissions: [],
      staffId: null,
      sessionId: newId(),
    })
    return token
  }
  return { keys, tokenOf }
}
