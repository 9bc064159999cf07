import type { Job } from '@wp/runtime'
import { rotateIfDue } from '../keys/signing-key.actions.ts'
import type { SigningKeyDeps } from '../keys/signing-key.actions.ts'

export const rotateKeysJob = (deps: SigningKeyDeps): Job => ({
  name: 'rotate-keys',
  everyMs: 3_600_000,
  run: () => rotateIfDue(deps),
})
