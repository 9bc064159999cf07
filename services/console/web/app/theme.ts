import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'console.theme'
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const stored = (): Theme => {
  const value = localStorage.getItem(storageKey)
  return themes.find((theme) => theme === value) ?? 'system'
}
let theme = stored()

const isDark = (): boolean => theme === 'dark' || (theme === 'system' && prefersDark.matches)

const apply = (): void => {
  document.documentElement.classList.toggle('dark', isDark())
  for (const listener of listeners) listener()
}

/** Follows the user's choice, or the operating system. */
export const startTheme = (): void => {
  apply()
  prefersDark.addEventListener('change', apply)
}

export const chooseTheme = (next: Theme): void => {
  theme = next
  localStorage.setItem(storageKey, next)
  apply()
}

export const toggleTheme = (): void => chooseTheme(isDark() ? 'light' : 'dark')

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => theme,
  )
