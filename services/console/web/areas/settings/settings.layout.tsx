import { Link, Outlet } from '@tanstack/react-router'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { sections } from './settings-sections.ts'
import styles from './settings.module.css'

/** The menu of the settings beside the chosen screen; on phones above it. */
export const SettingsLayout = () => {
  const text = useText()
  const member = useMember()
  return (
    <div className={styles['layout']}>
      <nav className={styles['menu']} aria-label={text('area.settings')}>
        {sections
          .filter(({ isAllowed }) => isAllowed(member))
          .map(({ to, label }) => (
            <Link key={to} to={to} className={styles['link']!} activeOptions={{ includeSearch: false }}>
              {text(label)}
            </Link>
          ))}
      </nav>
      <div className={styles['screen']}>
        <Outlet />
      </div>
    </div>
  )
}
