import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import {
  BookOpen,
  Building2,
  CalendarClock,
  CalendarPlus,
  FlaskConical,
  IdCard,
  ListTodo,
  LogOut,
  Moon,
  Package,
  ReceiptText,
  ShoppingBag,
  UserPlus,
  UserRound,
  Scissors,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Fragment, useDeferredValue, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { numberIn } from '../i18n/number.rules.ts'
import { Dialog } from '../ui/dialog.tsx'
import { mayAdminister } from './admin.rules.ts'
import { areas } from './areas.ts'
import styles from './command-palette.module.css'
import { screensFor } from './palette-screens.ts'
import { platform, useMember } from './session.ts'
import { may } from './session.rules.ts'
import { matchesQuery } from './text-search.rules.ts'
import { toggleTheme } from './theme.ts'
import { useLogOut } from './use-log-out.ts'

type Command = {
  id: string
  group: string
  label: string
  detail?: string
  icon: LucideIcon
  run: () => void
}

const { listClients, listSessions } = platform.use(scheduling)
const { listInvoices } = platform.use(pos)
const { listOrders, listProducts } = platform.use(storefront)
const { listAdminWorkspaces } = platform.use(adminBilling)

/** How many of the found clients are shown with their next sessions; each takes a request. */
const clientsWithSessions = 3

/**
 * Finds clients and their next sessions, products, screens and actions by name, invoices and orders by number and, for platform
 * admins, workspaces. Areas add their records and actions here.
 */
const useCommands = (query: string): Command[] => {
  const text = useText()
  const navigate = useNavigate()
  const format = useFormat()
  const leave = useLogOut()
  const member = useMember()
  const search = useDeferredValue(query.trim())
  const maySeeClients = may(member, 'clients.view')
  const { data } = useQuery({
    queryKey: ['clients', 'palette', search],
    queryFn: ({ signal }) => listClients({ query: { search, limit: 6, after: '' }, signal }),
    enabled: maySeeClients && search.length > 1,
    placeholderData: (before) => before,
  })
  const foundClients = search.length > 1 ? (data?.clients ?? []) : []
  const today = format.today()
  const upcoming = useQueries({
    queries: foundClients.slice(0, clientsWithSessions).map(({ id: clientId }) => ({
      queryKey: ['sessions', 'palette', clientId, today],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listSessions({ query: { clientId, from: today, sort: 'date', limit: 2, after: '' }, signal }),
      enabled: may(member, 'sessions.view'),
    })),
  })
  const sessions = upcoming
    .flatMap(({ data: found }) => found?.sessions ?? [])
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, clientName, date, startTime, serviceNames }): Command => ({
      id,
      group: text('palette.sessions'),
      label: `${clientName} • ${format.list(serviceNames)}`,
      detail: `${format.date(date)} ${format.time(startTime)}`,
      icon: CalendarClock,
      run: () => void navigate({ to: '/calendar', search: { date: date.slice(0, 10), open: id } }),
    }))
  const number = numberIn(search)
  const { data: numbered } = useQuery({
    queryKey: ['invoices', 'palette', number],
    queryFn: ({ signal }) => listInvoices({ query: { number, limit: 3, after: '' }, signal }),
    enabled: may(member, 'store.orders.view') && number > 0,
  })
  const invoices = (number > 0 ? (numbered?.invoices ?? []) : []).map(({ id, clientName }): Command => ({
    id,
    group: text('palette.invoices'),
    label: text('palette.invoice', { number: format.serial(number) }),
    ...(clientName && { detail: clientName }),
    icon: ReceiptText,
    run: () => void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id } }),
  }))
  const { data: numberedOrders } = useQuery({
    queryKey: ['orders', 'palette', number],
    queryFn: ({ signal }) => listOrders({ query: { number, limit: 3, after: '' }, signal }),
    enabled: may(member, 'store.orders.view') && number > 0,
  })
  const orders = (number > 0 ? (numberedOrders?.orders ?? []) : []).map(({ id, customer }): Command => ({
    id,
    group: text('palette.orders'),
    label: text('palette.order', { number: format.serial(number) }),
    detail: customer.name,
    icon: ShoppingBag,
    run: () => void navigate({ to: '/shop/orders', search: { open: id } }),
  }))
  const { data: foundProducts } = useQuery({
    queryKey: ['products', 'palette', search],
    queryFn: ({ signal }) => listProducts({ query: { search, limit: 6, after: '' }, signal }),
    enabled: may(member, 'store.view') && search.length > 1 && number === 0,
    placeholderData: (before) => before,
  })
  const products = (search.length > 1 ? (foundProducts?.products ?? []) : []).map(
    ({ id, name }): Command => ({
      id,
      group: text('palette.products'),
      label: name,
      icon: Package,
      run: () => void navigate({ to: '/shop/products/$productId', params: { productId: id } }),
    }),
  )
  const { data: found } = useQuery({
    queryKey: ['platform', 'palette', search],
    queryFn: ({ signal }) => listAdminWorkspaces({ query: { search, limit: 6, after: '' }, signal }),
    enabled: mayAdminister(member, 'businesses.manage') && search.length > 1,
    placeholderData: (before) => before,
  })
  const workspaces = (search.length > 1 ? (found?.workspaces ?? []) : []).map(
    ({ id, name, email }): Command => ({
      id,
      group: text('palette.workspaces'),
      label: name,
      detail: email,
      icon: Building2,
      run: () => void navigate({ to: '/platform/workspaces/$workspaceId', params: { workspaceId: id } }),
    }),
  )
  const screens = areas
    .filter(({ isAllowed }) => isAllowed(member))
    .map(({ to, label, icon }): Command => ({
      id: to,
      group: text('palette.screens'),
      label: text(label),
      icon,
      run: () => void navigate({ to }),
    }))
  const inAreas = screensFor(member).map(({ to, area, label, ...view }): Command => ({
    id: `${to}-${label}`,
    group: text('palette.screens'),
    label: text('screen.within', { area: text(area), screen: text(label) }),
    icon: areas.find((each) => each.label === area)!.icon,
    run: () => void navigate({ to, search: view }),
  }))
  const actions: Command[] = [
    ...(may(member, 'sessions.create') && may(member, 'sessions.view')
      ? [
          {
            id: 'book',
            label: text('palette.book'),
            icon: CalendarPlus,
            run: () => void navigate({ to: '/calendar', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'clients.manage')
      ? [
          {
            id: 'add-client',
            label: text('palette.addClient'),
            icon: UserPlus,
            run: () => void navigate({ to: '/clients', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'services.manage')
      ? [
          {
            id: 'add-service',
            label: text('palette.addService'),
            icon: Scissors,
            run: () => void navigate({ to: '/services', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'tasks.manage')
      ? [
          {
            id: 'add-task',
            label: text('palette.addTask'),
            icon: ListTodo,
            run: () => void navigate({ to: '/tasks', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'finance.manage')
      ? [
          {
            id: 'add-expense',
            label: text('palette.addExpense'),
            icon: BookOpen,
            run: () => void navigate({ to: '/books/expenses', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'store.manage')
      ? [
          {
            id: 'add-product',
            label: text('palette.addProduct'),
            icon: Package,
            run: () => void navigate({ to: '/shop/products/$productId', params: { productId: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'labs.run') && may(member, 'labs.view')
      ? [
          {
            id: 'new-test',
            label: text('palette.newTest'),
            icon: FlaskConical,
            run: () => void navigate({ to: '/labs', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may(member, 'staff.create') && may(member, 'staff.manage')
      ? [
          {
            id: 'invite',
            label: text('palette.invite'),
            icon: IdCard,
            run: () => void navigate({ to: '/staff', search: { open: 'new' } }),
          },
        ]
      : []),
    { id: 'theme', label: text('palette.theme'), icon: Moon, run: toggleTheme },
    { id: 'log-out', label: text('palette.logOut'), icon: LogOut, run: () => void leave() },
  ].map((action) => ({ ...action, group: text('palette.actions') }))
  const clients = foundClients.map(({ id, name, phone }): Command => ({
    id,
    group: text('palette.clients'),
    label: name,
    ...(phone && { detail: phone }),
    icon: UserRound,
    run: () => void navigate({ to: '/clients/$clientId', params: { clientId: id } }),
  }))
  return [
    ...workspaces,
    ...orders,
    ...invoices,
    ...clients,
    ...sessions,
    ...products,
    ...[...screens, ...(query.trim() === '' ? [] : inAreas), ...actions].filter(({ label }) =>
      matchesQuery(query, label),
    ),
  ]
}

const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const text = useText()
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(query)
  const placeholder = text(useMember().workspace ? 'palette.placeholder' : 'palette.adminPlaceholder')
  const current = commands[Math.min(active, commands.length - 1)]
  const run = (command: Command): void => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current) run(current)
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, commands.length))
    else if (event.key === 'ArrowUp') setActive((active + commands.length - 1) % Math.max(1, commands.length))
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={text('palette.title')} isPalette onClose={onClose}>
      <div className={styles['box']}>
        <input
          className={styles['input']}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-label={placeholder}
          placeholder={placeholder}
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} className={styles['list']} role="listbox" aria-label={text('palette.title')}>
          {commands.map((command, index) => {
            const { icon: Icon } = command
            return (
              <Fragment key={command.id}>
                {command.group !== commands[index - 1]?.group && (
                  <div className={styles['group']} role="presentation">
                    {command.group}
                  </div>
                )}
                <div
                  id={`${id}-${command.id}`}
                  role="option"
                  aria-selected={command === current}
                  className={styles['option']}
                  ref={(element) => {
                    if (command === current) element?.scrollIntoView({ block: 'nearest' })
                  }}
                  onMouseMove={() => setActive(index)}
                  onClick={() => run(command)}
                >
                  <Icon aria-hidden="true" />
                  {command.label}
                  {command.detail && (
                    <span className={styles['detail']}>
                      <bdi dir="ltr">{command.detail}</bdi>
                    </span>
                  )}
                </div>
              </Fragment>
            )
          })}
        </div>
        {commands.length === 0 && (
          <p className={styles['none']} role="status">
            {text('palette.none', { query })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

export default CommandPalette
