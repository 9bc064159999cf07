import { useEffect, useRef, useState } from 'react'
import { letterOf } from '../../ui/shortcut.rules.ts'

const tickMs = 30_000

/** Returns the current moment, often enough for a line that shows it. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Calls a function for a key, unless the user is typing or a dialog is open. */
export const useShortcuts = (shortcuts: Record<string, (() => void) | undefined>): void => {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      const isTyping = target.matches('input, select, textarea, [role="menuitem"]')
      if (
        isTyping ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector('dialog[open]')
      )
        return
      const run = current.current[letterOf(event)]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
