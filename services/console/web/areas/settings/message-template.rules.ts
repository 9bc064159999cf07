import { fromList, toList } from '../../app/form-values.rules.ts'
import type { MessageTemplate } from '@workspace-platform/client/identity'

const parts = ['subject', 'body', 'sms'] as const

/** A template as the form edits it: `subject.en`, `body.en` and `sms.en` for each language. */
export type TemplateFields = Record<string, string>

export const toTemplateFields = (
  { isEnabled, channels, texts }: MessageTemplate,
  languages: readonly string[],
): TemplateFields => ({
  isEnabled: isEnabled ? 'yes' : '',
  channels: fromList(channels),
  ...Object.fromEntries(
    languages.flatMap((language) =>
      parts.map((part) => [`${part}.${language}`, texts[language]?.[part] ?? '']),
    ),
  ),
})

/** Returns the workspace's own texts. Empty parts in a language with a text use the platform's text. */
export const toTexts = (
  fields: TemplateFields,
  languages: readonly string[],
  { defaultTexts }: Pick<MessageTemplate, 'defaultTexts'>,
) =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const [subject = '', body = '', sms = ''] = parts.map((part) => fields[`${part}.${language}`]?.trim())
      if (!subject && !body && !sms) return []
      const defaults = defaultTexts[language]
      return [
        [
          language,
          {
            subject: subject || (defaults?.subject ?? ''),
            body: body || (defaults?.body ?? ''),
            sms: sms || null,
          },
        ],
      ]
    }),
  )

export const toTemplateBody = (
  fields: TemplateFields,
  languages: readonly string[],
  template: MessageTemplate,
) => ({
  isEnabled: fields['isEnabled'] === 'yes',
  channels: toList(fields['channels'] ?? '') as MessageTemplate['channels'],
  texts: {
    // Texts in languages that the workspace does not use at the moment are kept.
    ...Object.fromEntries(
      Object.entries(template.texts).filter(([language]) => !languages.includes(language)),
    ),
    ...toTexts(fields, languages, template),
  },
})

/** The API's names for the fields. */
export const templatePaths = (languages: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    languages.flatMap((language) =>
      parts.map((part) => [`texts.${language}.${part}`, `${part}.${language}`]),
    ),
  )
