import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { sections } from './settings-sections.ts'
import styles from './settings.module.css'

/** The menu of the settings beside the chosen screen; on phones above it. */
export const SettingsLayout = () => {
  const text = useText()
  const member = useMember()
  const menu = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const current = menu.current?.querySelector(`[href$="${path}"]`)
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <div className={styles['layout']}>
      <nav ref={menu} className={styles['menu']} data-scrolls aria-label={text('area.settings')}>
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
