import type { CustomerMessage } from '@workspace-platform/client/identity'
import type { TextLoader } from '../i18n/language.ts'
import type { Tone } from '../ui/badge.tsx'

/** Names of messages to customers and their states. */
export const loadMessageTexts: TextLoader = (language) =>
  language === 'ar' ? import('./messages.ar.json') : import('./messages.en.json')

export const messageTones: Record<CustomerMessage['status'], Tone> = {
  queued: 'accent',
  sent: 'ok',
  failed: 'bad',
  bounced: 'bad',
  skipped: 'neutral',
}
