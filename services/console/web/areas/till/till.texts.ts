import type { TextLoader } from '../../i18n/language.ts'

export const loadTillTexts: TextLoader = (language) =>
  language === 'ar' ? import('./till.ar.json') : import('./till.en.json')
