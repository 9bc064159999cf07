import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { startTheme } from './app/theme.ts'
import { addTexts, startLanguage } from './i18n/language.ts'
import './ui/tokens.css'
import './ui/base.css'

startTheme()
await startLanguage()
await addTexts((language) => (language === 'ar' ? import('./i18n/ar.json') : import('./i18n/en.json')))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
