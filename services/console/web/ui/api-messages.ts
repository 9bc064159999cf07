import type { TextLoader } from '../i18n/language.ts'

/** Loads translations of API messages. The login page loads them after it is shown. */
export const loadApiMessages: TextLoader = (language) =>
  language === 'ar' ? import('./api-messages.ar.json') : import('./api-messages.en.json')
