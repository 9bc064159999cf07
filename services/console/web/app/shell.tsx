import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { addTexts, useText } from '../i18n/language.ts'
import { letterOf } from '../ui/shortcut.rules.ts'
import { areas } from './areas.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { useLostFocus } from './lost-focus.ts'
import { queryClient } from './query-client.ts'
import { useIsLoggedIn, useMember } from './session.ts'
import styles from './shell.module.css'
import { WorkspaceName } from './workspace-name.tsx'

const CommandPalette = lazy(async () => {
  const [palette, { loadScreenTexts }] = await Promise.all([
    import('./command-palette.tsx'),
    import('./palette-screens.ts'),
  ])
  await addTexts(loadScreenTexts)
  return palette
})
const PendingSalesStatus = lazy(() => import('./sales/pending-sales-status.tsx'))

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * The frame around every page: the sidebar, or a bottom bar on phones, the palette and the connection's
 * state.
 */
export const Shell = () => {
  const isLoggedIn = useIsLoggedIn()
  if (!isLoggedIn) return null
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

const Frame = () => {
  const text = useText()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (letterOf(event) !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen((isOpen) => !isOpen)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  useFocusOnNavigation()
  useLostFocus('content')
  const openPalette = () => setPaletteOpen(true)
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        {text('app.skip')}
      </a>
      <div className={styles['banner']}>
        <ConnectionBanner />
        <Suspense fallback={null}>
          <PendingSalesStatus />
        </Suspense>
      </div>
      <Sidebar onSearch={openPalette} />
      <main id="content" className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar onSearch={openPalette} />
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * After a navigation, the focus would stay on a link that may no longer exist; this lets screen readers
 * continue at the new page.
 */
const useFocusOnNavigation = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (path === shown.current) return
    shown.current = path
    const active = document.activeElement
    if (active && active !== document.body && document.getElementById('content')?.contains(active)) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [path])
}

const Sidebar = ({ onSearch }: { onSearch: () => void }) => {
  const text = useText()
  const member = useMember()
  return (
    <nav className={styles['sidebar']} aria-label={text('app.areas')}>
      <WorkspaceName />
      <button type="button" className={styles['search']} onClick={onSearch}>
        <Search aria-hidden="true" />
        <span>{text('app.search')}</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {areas
        .filter(({ isPersonal, isAllowed }) => !isPersonal && isAllowed(member))
        .map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={styles['item']!}
            activeOptions={{ exact: to === '/' || to === '/platform', includeSearch: false }}
          >
            <Icon aria-hidden="true" />
            {text(label)}
          </Link>
        ))}
      <AccountMenu />
    </nav>
  )
}

/** As many as fit on a phone; the palette behind “More” has all areas. */
const tabCount = 4

const BottomBar = ({ onSearch }: { onSearch: () => void }) => {
  const text = useText()
  const member = useMember()
  return (
    <nav className={styles['bottom']} aria-label={text('app.menu')}>
      {areas
        .filter(({ isAllowed }) => isAllowed(member))
        .slice(0, tabCount)
        .map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={styles['tab']!}
            activeOptions={{ exact: to === '/' || to === '/platform', includeSearch: false }}
          >
            <Icon aria-hidden="true" />
            <span>{text(label)}</span>
          </Link>
        ))}
      <button type="button" className={styles['tab']} onClick={onSearch}>
        <Search aria-hidden="true" />
        <span>{text('app.more')}</span>
      </button>
    </nav>
  )
}
