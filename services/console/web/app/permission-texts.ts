import type { TextLoader } from '../i18n/language.ts'

/** Loads the texts for permissions, which only the pages of roles and API keys need. */
export const loadPermissionTexts: TextLoader = (language) =>
  language === 'ar' ? import('./permissions.ar.json') : import('./permissions.en.json')
