import type { LucideIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { menuPosition, menuTarget } from './menu.rules.ts'

export type MenuAction =
  | { id: string; label: string; icon?: LucideIcon; isDangerous?: boolean; onAction: () => void }
  | { id: string; isSeparator: true }

type Props = {
  /** The name of the menu; the button is named by its content. */
  label: string
  /** The class and content of the button that opens the menu. */
  className: string
  children: ReactNode
  items: readonly MenuAction[]
}

/** A button that opens a menu. The browser's popover closes it with Escape and by a click elsewhere. */
export const Menu = ({ label, className, children, items }: Props) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const focusItem = (index: number): void =>
    menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[index]?.focus()

  const onToggle = (state: string): void => {
    setOpen(state === 'open')
    if (state !== 'open') return
    const box = menu.current!
    const direction = getComputedStyle(button.current!).direction === 'rtl' ? 'rtl' : 'ltr'
    const size = { width: box.offsetWidth, height: box.offsetHeight }
    const window = { width: innerWidth, height: innerHeight }
    const { top, left } = menuPosition(button.current!.getBoundingClientRect(), size, window, direction)
    box.style.top = `${top}px`
    box.style.left = `${left}px`
    focusItem(0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...menu.current!.querySelectorAll('[role="menuitem"]')]
    const target = menuTarget(event.key, all.indexOf(document.activeElement!), all.length)
    if (event.key === 'Tab') menu.current!.hidePopover()
    if (target === null) return
    event.preventDefault()
    focusItem(target)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles['menu']}
        onToggle={(event) => onToggle(event.newState)}
        onKeyDown={onKeyDown}
      >
        {items.map((item) => {
          if ('isSeparator' in item)
            return <div key={item.id} role="separator" className={styles['separator']} />
          const Icon = item.icon
          return (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles['item'], item.isDangerous && styles['bad'])}
              onClick={() => {
                menu.current!.hidePopover()
                button.current!.focus()
                item.onAction()
              }}
            >
              {Icon && <Icon aria-hidden="true" />}
              {item.label}
            </button>
          )
        })}
      </div>
    </>
  )
}
