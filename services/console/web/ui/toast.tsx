import { useSyncExternalStore } from 'react'
import styles from './toast.module.css'

type Toast = { id: number; message: string }

const shownMs = 3500
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let nextId = 1

const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short confirmation, such as “Saved”. Problems are shown next to their cause instead. */
export const showToast = (message: string): void => {
  const toast = { id: nextId++, message }
  set([...toasts.slice(-2), toast])
  setTimeout(() => set(toasts.filter(({ id }) => id !== toast.id)), shownMs)
}

export const Toasts = () => {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {shown.map(({ id, message }) => (
        <div key={id} className={styles['toast']}>
          {message}
        </div>
      ))}
    </div>
  )
}
