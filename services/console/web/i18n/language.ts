import { useSyncExternalStore } from 'react'
import { localeFor } from './locale.rules.ts'
import { toMessage } from './message.rules.ts'
import type { Dictionary, Values } from './message.rules.ts'
import { oncePerKey } from './once-per-key.ts'
import type { TextKey } from './text-key.ts'

export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

/** Loads the texts of one area in a language. */
export type TextLoader = (language: Language) => Promise<{ default: Dictionary }>

const loaders = new Set<TextLoader>()
const dictionaries: Record<Language, Map<TextLoader, Dictionary>> = { en: new Map(), ar: new Map() }
const listeners = new Set<() => void>()
const storageKey = 'console.language'

type State = {
  language: Language
  /** A BCP 47 tag that also names the country, such as `ar-EG`, which determines the digits. */
  locale: string
  texts: Dictionary
}
let state: State = { language: 'en', locale: 'en', texts: {} }

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

const storedLanguage = (): Language | null => {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : null
}

const set = (next: Partial<State>): void => {
  const merged = { ...state, ...next }
  state = { ...merged, texts: Object.assign({}, ...dictionaries[merged.language].values()) as Dictionary }
  document.documentElement.lang = state.language
  document.documentElement.dir = directionOf(state.language)
  for (const listener of listeners) listener()
}

const load = async (loader: TextLoader, language: Language): Promise<void> => {
  if (dictionaries[language].has(loader)) return
  dictionaries[language].set(loader, (await loader(language)).default)
}

/** Loads texts in the current language, and in others when the language changes. */
export const addTexts = async (...added: TextLoader[]): Promise<void> => {
  const add = async (loader: TextLoader): Promise<void> => {
    loaders.add(loader)
    if (dictionaries[state.language].has(loader)) return
    await load(loader, state.language)
    set({})
  }
  await Promise.all(added.map(add))
}

const show = async (language: Language, locale: string): Promise<void> => {
  await Promise.all([...loaders].map((loader) => load(loader, language)))
  set({ language, locale })
}

/** Shows the language that the user chose before, otherwise the browser's language. */
export const startLanguage = (): Promise<void> => {
  const preferred = navigator.language.split('-')[0]
  const language = storedLanguage() ?? (isLanguage(preferred) ? preferred : 'en')
  return show(language, localeFor(language, navigator.language))
}

/** Shows the workspace's language, unless the user chose another one. The country determines the digits. */
export const followWorkspace = (workspace: { language: Language; country: string | null }): Promise<void> => {
  const language = storedLanguage() ?? workspace.language
  return show(language, workspace.country ? `${language}-${workspace.country}` : language)
}

/** Remembers the user's choice in this browser. */
export const chooseLanguage = (language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language)
  return show(language, localeFor(language, state.locale))
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

const pluralsIn = oncePerKey((language) => new Intl.PluralRules(language))
const numbersIn = oncePerKey((locale) => new Intl.NumberFormat(locale))
const pluralOf = (count: number): string => pluralsIn(state.language).select(count)
const numberOf = (value: number): string => numbersIn(state.locale).format(value)

/**
 * Returns a text in the current language. Components use `useText`, which re-renders when the language
 * changes.
 */
export const text = (key: TextKey, values: Values = {}): string =>
  toMessage(state.texts, key, values, { plural: pluralOf, number: numberOf })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the function that looks up texts. */
export const useText = (): typeof text => {
  useSyncExternalStore(subscribe, () => state)
  return text
}

export const useLanguage = (): Pick<State, 'language' | 'locale'> =>
  useSyncExternalStore(subscribe, () => state)
