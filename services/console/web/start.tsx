import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from './app/theme.ts'
import { addTexts, startLanguage } from './i18n/language.ts'
import arabic from './i18n/ar.json'
import english from './i18n/en.json'
import './ui/tokens.css'
import './ui/base.css'

const root = createRoot(document.getElementById('root')!)

/** Replaces what the document shows. */
export const show = (content: ReactNode): void => root.render(<StrictMode>{content}</StrictMode>)

/** Prepares what every page needs before something is shown: the theme, the language and the first texts. */
export const start = async (): Promise<void> => {
  startTheme()
  await startLanguage()
  await addTexts(async (language) => ({ default: language === 'ar' ? arabic : english }))
}
