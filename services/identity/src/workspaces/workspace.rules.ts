import type { WorkspaceChanges, WorkspaceSettings } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.store.ts'

export const defaultSettings: WorkspaceSettings = {
  preventOverlap: false,
  blockHolidays: false,
  timeZone: 'UTC',
  currencyCode: 'USD',
  locale: 'en',
}

/** The fields to set: settings one by one, so that others stay; another phone is not verified. */
export const toFieldChanges = (
  { settings = {}, ...fields }: WorkspaceChanges,
  before: Pick<StoredWorkspace, 'phone'>,
): Record<string, unknown> => {
  const isOtherPhone = fields.phone !== undefined && fields.phone !== before.phone
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`settings.${key}`, value])),
    ...(isOtherPhone && { phoneVerified: false }),
  }
}
