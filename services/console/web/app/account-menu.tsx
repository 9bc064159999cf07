import { useNavigate } from '@tanstack/react-router'
import { LogOut, Moon, UserRound } from 'lucide-react'
import { useText } from '../i18n/language.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { useMember } from './session.ts'
import styles from './shell.module.css'
import { toggleTheme } from './theme.ts'
import { useLogOut } from './use-log-out.ts'

/** The user's name and role, with a menu. */
export const AccountMenu = () => {
  const text = useText()
  const navigate = useNavigate()
  const { account } = useMember()
  const name = account.name ?? account.email
  const leave = useLogOut()
  const role = Array.isArray(account.role) ? 'role.admin' : (`role.${account.role}` as const)
  return (
    <Menu
      label={text('account.menu', { name })}
      className={styles['me']!}
      items={[
        {
          id: 'account',
          label: text('account.open'),
          icon: UserRound,
          onAction: () => void navigate({ to: '/account' }),
        },
        { id: 'theme', label: text('palette.theme'), icon: Moon, onAction: toggleTheme },
        { id: 'line', isSeparator: true },
        { id: 'log-out', label: text('account.logOut'), icon: LogOut, onAction: () => void leave() },
      ]}
    >
      <Avatar name={name} id={account.id} />
      <span className={styles['names']}>
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <span className={styles['plan']}>{text(role)}</span>
      </span>
    </Menu>
  )
}
