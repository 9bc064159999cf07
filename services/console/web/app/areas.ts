import { Sun, UserRound, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { TextKey } from '../i18n/text-key.ts'
import { may } from './session.rules.ts'
import type { Member } from './session.rules.ts'

export type Area = {
  to: '/' | '/clients' | '/account'
  label: TextKey
  icon: LucideIcon
  isAllowed: (member: Member) => boolean
  /** Reached from the account menu instead of the sidebar. */
  isPersonal?: true
}

/** The areas of the console, in the order of the sidebar. Only those that exist and are allowed are shown. */
export const areas: readonly Area[] = [
  { to: '/', label: 'area.today', icon: Sun, isAllowed: ({ workspace }) => workspace !== null },
  { to: '/clients', label: 'area.clients', icon: Users, isAllowed: (member) => may(member, 'clients.view') },
  { to: '/account', label: 'area.account', icon: UserRound, isAllowed: () => true, isPersonal: true },
]
