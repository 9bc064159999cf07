import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from './button.tsx'
import styles from './side-panel.module.css'

type Props = { title: string; actions?: ReactNode; onClose: () => void; children: ReactNode }

/** Returns the row that a panel shows. A person who came by its address has not focused it before. */
const shownRow = (): HTMLElement | null => document.querySelector<HTMLElement>('main [aria-selected="true"]')

/** A panel beside a list. It takes the focus when it opens and gives it back when it closes; Escape closes it. */
export const SidePanel = ({ title, actions, onClose, children }: Props) => {
  const text = useText()
  const panel = useRef<HTMLElement>(null)
  // What had the focus last outside of the panel. A form inside takes it before effects run.
  const [before] = useState(() => ({ element: document.activeElement }))
  useLayoutEffect(() => {
    const element = panel.current!
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && !element.contains(target)) before.element = target
    }
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('focusin', onFocus)
      if (!element.contains(document.activeElement)) return
      const row = shownRow()
      // A dialog inside keeps the focus from the rest of the page until it is removed with the panel.
      queueMicrotask(() => {
        // The next panel may have taken the focus already.
        if (document.activeElement?.closest('aside')) return
        const opener = before.element
        const isLost = opener === null || opener === document.body || !opener.isConnected
        const next = isLost ? row : (opener as HTMLElement)
        next?.focus({ preventScroll: true })
      })
    }
  }, [before])
  useEffect(() => {
    // A form inside may already have taken the focus.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      className={styles['panel']}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        // Dialogs and menus inside close themselves.
        const isInner = (event.target as Element).closest('dialog, [popover]') !== null
        if (event.key === 'Escape' && !event.defaultPrevented && !isInner) onClose()
      }}
    >
      <header className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {actions}
        <Button kind="ghost" isIcon aria-label={text('action.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className={styles['body']}>{children}</div>
    </aside>
  )
}
