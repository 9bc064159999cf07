import {
  Activity,
  Banknote,
  BookOpen,
  Building2,
  CalendarDays,
  FlaskConical,
  HeartPulse,
  IdCard,
  Layers,
  LayoutDashboard,
  ListTodo,
  MailWarning,
  ReceiptText,
  Scissors,
  ScrollText,
  Settings,
  ShieldUser,
  ShoppingBag,
  Store,
  Sun,
  Tags,
  Trophy,
  UserRound,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { TextKey } from '../i18n/text-key.ts'
import { mayAdminister } from './admin.rules.ts'
import type { AdminRight } from './admin.rules.ts'
import { may } from './session.rules.ts'
import type { Member } from './session.rules.ts'

export type Area = {
  to:
    | '/'
    | '/calendar'
    | '/clients'
    | '/till'
    | '/invoices'
    | '/shop'
    | '/books'
    | '/labs'
    | '/contests'
    | '/services'
    | '/tasks'
    | '/staff'
    | '/activity'
    | '/settings'
    | '/account'
    | '/platform'
    | '/platform/workspaces'
    | '/platform/payments'
    | '/platform/expenses'
    | '/platform/plans'
    | '/platform/categories'
    | '/platform/webhooks'
    | '/platform/dead-letters'
    | '/platform/admins'
    | '/platform/audit'
    | '/platform/health'
  label: TextKey
  icon: LucideIcon
  isAllowed: (member: Member) => boolean
  /** Reached from the account menu instead of the sidebar. */
  isPersonal?: true
}

/** Each of these allows at least one settings screen. */
const settingsPermissions = [
  'workspace.manage',
  'holidays.view',
  'sessions.update',
  'staff.update',
  'integrations.view',
]

const forAdmins =
  (right: AdminRight): Area['isAllowed'] =>
  (member) =>
    mayAdminister(member, right)

/** The areas that platform admins see instead of those of a workspace. */
const platformAreas: readonly Area[] = [
  {
    to: '/platform',
    label: 'area.dashboard',
    icon: LayoutDashboard,
    isAllowed: forAdmins('dashboard.view'),
  },
  {
    to: '/platform/workspaces',
    label: 'area.workspaces',
    icon: Building2,
    isAllowed: forAdmins('businesses.manage'),
  },
  {
    to: '/platform/payments',
    label: 'area.payments',
    icon: Banknote,
    isAllowed: forAdmins('businesses.manage'),
  },
  {
    to: '/platform/expenses',
    label: 'area.expenses',
    icon: Wallet,
    isAllowed: forAdmins('businesses.manage'),
  },
  { to: '/platform/plans', label: 'area.plans', icon: Layers, isAllowed: forAdmins('plans.manage') },
  { to: '/platform/categories', label: 'area.categories', icon: Tags, isAllowed: forAdmins('plans.manage') },
  {
    to: '/platform/webhooks',
    label: 'area.receivedWebhooks',
    icon: Webhook,
    isAllowed: forAdmins('businesses.manage'),
  },
  {
    to: '/platform/dead-letters',
    label: 'area.deadLetters',
    icon: MailWarning,
    isAllowed: forAdmins('super-admin'),
  },
  { to: '/platform/admins', label: 'area.admins', icon: ShieldUser, isAllowed: forAdmins('super-admin') },
  { to: '/platform/audit', label: 'area.audit', icon: ScrollText, isAllowed: forAdmins('super-admin') },
  { to: '/platform/health', label: 'area.health', icon: HeartPulse, isAllowed: forAdmins('dashboard.view') },
]

/** The areas of the console, in the order of the sidebar. Only those that exist and are allowed are shown. */
export const areas: readonly Area[] = [
  { to: '/', label: 'area.today', icon: Sun, isAllowed: ({ workspace }) => workspace !== null },
  {
    to: '/calendar',
    label: 'area.calendar',
    icon: CalendarDays,
    isAllowed: (member) => may(member, 'sessions.view'),
  },
  { to: '/clients', label: 'area.clients', icon: Users, isAllowed: (member) => may(member, 'clients.view') },
  { to: '/till', label: 'area.till', icon: Store, isAllowed: (member) => may(member, 'pos.sessions.manage') },
  {
    to: '/invoices',
    label: 'area.invoices',
    icon: ReceiptText,
    isAllowed: (member) => may(member, 'store.orders.view'),
  },
  {
    to: '/services',
    label: 'area.services',
    icon: Scissors,
    isAllowed: (member) => may(member, 'services.view'),
  },
  {
    to: '/shop',
    label: 'area.shop',
    icon: ShoppingBag,
    isAllowed: (member) => may(member, 'store.view') || may(member, 'store.orders.view'),
  },
  { to: '/books', label: 'area.books', icon: BookOpen, isAllowed: (member) => may(member, 'finance.view') },
  { to: '/labs', label: 'area.labs', icon: FlaskConical, isAllowed: (member) => may(member, 'labs.view') },
  {
    to: '/contests',
    label: 'area.contests',
    icon: Trophy,
    isAllowed: ({ account, workspace }) => workspace !== null && account.role === 'owner',
  },
  { to: '/tasks', label: 'area.tasks', icon: ListTodo, isAllowed: (member) => may(member, 'tasks.view') },
  { to: '/staff', label: 'area.staff', icon: IdCard, isAllowed: (member) => may(member, 'staff.view') },
  {
    to: '/activity',
    label: 'area.activity',
    icon: Activity,
    isAllowed: (member) =>
      member.workspace !== null && (member.account.role === 'owner' || may(member, 'jobs.view')),
  },
  {
    to: '/settings',
    label: 'area.settings',
    icon: Settings,
    isAllowed: (member) =>
      member.workspace !== null && settingsPermissions.some((permission) => may(member, permission)),
  },
  ...platformAreas,
  { to: '/account', label: 'area.account', icon: UserRound, isAllowed: () => true, isPersonal: true },
]
