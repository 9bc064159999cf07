import type { TextKey } from '../../i18n/text-key.ts'
import { may } from '../../app/session.rules.ts'
import type { Member } from '../../app/session.rules.ts'

export type Section = {
  to:
    | '/settings/business'
    | '/settings/hours'
    | '/settings/holidays'
    | '/settings/fields'
    | '/settings/taxes'
    | '/settings/messages'
    | '/settings/booking'
    | '/settings/keys'
    | '/settings/webhooks'
    | '/settings/plan'
  label: TextKey
  isAllowed: (member: Member) => boolean
}

const needs =
  (permission: string) =>
  (member: Member): boolean =>
    may(member, permission)

/**
 * The screens of the settings, in the order of their menu. Each is shown only to users who may see its
 * contents.
 */
export const sections: readonly Section[] = [
  { to: '/settings/business', label: 'settings.business', isAllowed: needs('workspace.manage') },
  { to: '/settings/hours', label: 'settings.hours', isAllowed: needs('workspace.manage') },
  { to: '/settings/holidays', label: 'settings.holidays', isAllowed: needs('holidays.view') },
  {
    to: '/settings/fields',
    label: 'settings.fields',
    isAllowed: (member) => may(member, 'sessions.update') || may(member, 'staff.update'),
  },
  { to: '/settings/taxes', label: 'settings.taxes', isAllowed: needs('workspace.manage') },
  { to: '/settings/messages', label: 'settings.messages', isAllowed: needs('workspace.manage') },
  { to: '/settings/booking', label: 'settings.booking', isAllowed: needs('workspace.manage') },
  { to: '/settings/keys', label: 'settings.keys', isAllowed: needs('integrations.view') },
  { to: '/settings/webhooks', label: 'settings.webhooks', isAllowed: needs('integrations.view') },
  { to: '/settings/plan', label: 'settings.plan', isAllowed: ({ account }) => account.role === 'owner' },
]
