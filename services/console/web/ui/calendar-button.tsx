import { CalendarDays } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Calendar } from './calendar.tsx'
import styles from './date-field.module.css'
import { menuPosition } from './menu.rules.ts'

type Props = {
  label: string
  value: string
  min: string | undefined
  max: string | undefined
  onPick: (date: string) => void
  onClear: (() => void) | undefined
}

/** A button that opens a calendar. */
export const CalendarButton = ({ label, onPick, onClear, ...days }: Props) => {
  const text = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = text('date.choose', { label })

  useLayoutEffect(() => {
    if (!isOpen) return
    const { style, offsetWidth: width, offsetHeight: height } = box.current!
    const direction = getComputedStyle(button.current!).direction === 'rtl' ? 'rtl' : 'ltr'
    const field = button.current!.parentElement!.getBoundingClientRect()
    const { top, left } = menuPosition(
      field,
      { width, height },
      { width: innerWidth, height: innerHeight },
      direction,
    )
    style.top = `${top}px`
    style.left = `${left}px`
  }, [isOpen])

  const closeAfter = (act: () => void): void => {
    act()
    box.current!.hidePopover()
    button.current!.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['open']}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <CalendarDays aria-hidden="true" />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        className={styles['popover']}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Calendar
            {...days}
            onPick={(date) => closeAfter(() => onPick(date))}
            onClear={onClear && (() => closeAfter(onClear))}
          />
        )}
      </div>
    </>
  )
}
