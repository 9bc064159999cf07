import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from './button.tsx'
import styles from './side-panel.module.css'

type Props = { title: string; actions?: ReactNode; onClose: () => void; children: ReactNode }

/** A panel beside a list. It takes the focus when it opens; Escape closes it. */
export const SidePanel = ({ title, actions, onClose, children }: Props) => {
  const text = useText()
  const panel = useRef<HTMLElement>(null)
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
