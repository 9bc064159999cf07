import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { scheduling } from '@workspace-platform/client/scheduling'
import { LogOut, Moon, UserPlus, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Fragment, useDeferredValue, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useText } from '../i18n/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { areas } from './areas.ts'
import styles from './command-palette.module.css'
import { matchesQuery } from './command-palette.rules.ts'
import { logOut, platform, useMember } from './session.ts'
import { may } from './session.rules.ts'
import { toggleTheme } from './theme.ts'

type Command = {
  id: string
  group: string
  label: string
  detail?: string
  icon: LucideIcon
  run: () => void
}

const { listClients } = platform.use(scheduling)

/** Finds clients, screens and actions by what is typed. Areas add their records and actions here. */
const useCommands = (query: string): Command[] => {
  const text = useText()
  const navigate = useNavigate()
  const member = useMember()
  const search = useDeferredValue(query.trim())
  const maySeeClients = may(member, 'clients.view')
  const { data } = useQuery({
    queryKey: ['clients', 'palette', search],
    queryFn: ({ signal }) => listClients({ query: { search, limit: 6, after: '' }, signal }),
    enabled: maySeeClients && search.length > 1,
    placeholderData: (before) => before,
  })
  const screens = areas
    .filter(({ isAllowed }) => isAllowed(member))
    .map(({ to, label, icon }): Command => ({
      id: to,
      group: text('palette.screens'),
      label: text(label),
      icon,
      run: () => void navigate({ to }),
    }))
  const actions: Command[] = [
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
    { id: 'theme', label: text('palette.theme'), icon: Moon, run: toggleTheme },
    { id: 'log-out', label: text('palette.logOut'), icon: LogOut, run: () => void logOut() },
  ].map((action) => ({ ...action, group: text('palette.actions') }))
  const clients = (search.length > 1 ? (data?.clients ?? []) : []).map(({ id, name, phone }): Command => ({
    id,
    group: text('palette.clients'),
    label: name,
    ...(phone && { detail: phone }),
    icon: UserRound,
    run: () => void navigate({ to: '/clients/$clientId', params: { clientId: id } }),
  }))
  return [...clients, ...[...screens, ...actions].filter(({ label }) => matchesQuery(label, query))]
}

const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const text = useText()
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const commands = useCommands(query)
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
          aria-label={text('palette.placeholder')}
          placeholder={text('palette.placeholder')}
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
