import { iso } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import type { MessageType } from '@wp/workspaces'
import type { Channel, MessageTemplate, TemplateText } from './message-template.contract.ts'
import { placeholdersOf } from './message-text.rules.ts'
import type { StoredTemplate } from './message-template.store.ts'

const defaultChannels: Channel[] = ['email']

/** Returns the template of a type; `stored` is null for one that was never changed. */
export const toTemplate = (
  type: MessageType,
  stored: StoredTemplate | null,
  languages: readonly string[],
): MessageTemplate => ({
  type,
  isEnabled: stored?.isEnabled ?? true,
  channels: stored?.channels ?? defaultChannels,
  texts: stored?.texts ?? {},
  defaultTexts: Object.fromEntries(
    languages.map((language): [string, TemplateText] => [language, textsFor(language).messages[type]]),
  ),
  placeholders: placeholdersOf(type),
  updatedAt: stored ? iso(stored.updatedAt) : null,
})

/** Returns the text of a type in a language. */
export const textIn = (
  type: MessageType,
  stored: StoredTemplate | null,
  language: string,
): TemplateText & { sms: string } => {
  const standard = textsFor(language).messages[type]
  const own = stored?.texts[language]
  return own ? { ...own, sms: own.sms ?? standard.sms } : standard
}
