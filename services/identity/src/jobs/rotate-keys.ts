import type { Job } from '@wp/runtime'
import type { IdentityDeps } from '../deps.ts'
import { rotateIfDue } from '../keys/signing-key.actions.ts'

export const rotateKeysJob = (deps: IdentityDeps): Job => ({
  name: 'rotate-keys',
  everyMs: 3_600_000,
  run: () => rotateIfDue(deps),
})
