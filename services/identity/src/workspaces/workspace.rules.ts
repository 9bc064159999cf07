import type { WorkspaceChanges } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.types.ts'

/** Sets each setting individually, so that the others stay unchanged. A new phone number is unverified. */
export const toFieldChanges = (
  { settings = {}, ...fields }: WorkspaceChanges,
  before: Pick<StoredWorkspace, 'phone'>,
): Record<string, unknown> => {
  const isNewPhone = fields.phone !== undefined && fields.phone !== before.phone
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`settings.${key}`, value])),
    ...(isNewPhone && { phoneVerified: false }),
  }
}
