import { defineRoute, workspace } from '@wp/http'
import { nonBlank, Timestamp } from '@wp/kernel'
import { Language } from '@wp/texts'
import { MessageType } from '@wp/workspaces'
import { z } from 'zod'

export const Channel = z.enum(['email', 'sms'])
export type Channel = z.output<typeof Channel>

const TemplateText = z
  .object({
    subject: z.string(),
    body: z.string(),
    sms: z.string().nullable().describe('Null means the default text'),
  })
  .meta({ id: 'MessageText' })
export type TemplateText = z.output<typeof TemplateText>

export const MessageTemplate = z
  .object({
    type: MessageType,
    isEnabled: z.boolean(),
    channels: z.array(Channel),
    texts: z.record(z.string(), TemplateText).describe('The texts of the workspace by language'),
    defaultTexts: z
      .record(z.string(), TemplateText)
      .describe("The platform's texts in the workspace's languages, used where `texts` has none"),
    placeholders: z.array(z.string()).describe('Names that texts may contain, as `{{customer.name}}`'),
    updatedAt: Timestamp.nullable().describe('Null for a template that was never changed'),
  })
  .meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.output<typeof MessageTemplate>

const singleLine = nonBlank(200).refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), {
  error: 'must not contain line breaks or control characters',
})

const GivenText = z.object({
  subject: singleLine,
  body: nonBlank(5000),
  sms: nonBlank(480).nullable().default(null),
})

export const TemplateChanges = z.object({
  isEnabled: z.boolean().default(true),
  channels: z
    .array(Channel)
    .min(1)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain the same channel twice' })
    .default(['email'])
    .describe('A message is sent through every channel for which the customer has an address'),
  texts: z
    .record(z.string(), GivenText)
    .refine((texts) => Object.keys(texts).every((language) => Language.safeParse(language).success), {
      error: 'must only contain languages that the platform supports',
    })
    .default({})
    .describe('Subject, body and SMS text by language'),
})
export type TemplateChanges = z.output<typeof TemplateChanges>

const path = '/workspace/:workspaceId/message-templates'
const tag = 'Messages to customers'

export const listMessageTemplates = defineRoute({
  id: 'listMessageTemplates',
  method: 'GET',
  path,
  summary: 'List message templates',
  description: 'Returns one template for each type of message to customers, in a fixed order.',
  tag,
  access: workspace('workspace.manage'),
  replies: { 200: z.object({ messageTemplates: z.array(MessageTemplate) }) },
  fails: [400, 401, 403, 404],
})

export const updateMessageTemplate = defineRoute({
  id: 'updateMessageTemplate',
  method: 'PUT',
  path: `${path}/:type`,
  summary: 'Replace a message template',
  description:
    'Texts are plain text with placeholders such as `{{customer.name}}`; an unknown placeholder returns 422. A line whose placeholders are all empty is left out of the message. Languages without a text use the default text. Values are escaped in the HTML version of emails.',
  tag,
  access: workspace('workspace.manage', { subscription: 'ignored' }),
  params: z.object({ type: MessageType }),
  badId: 404,
  body: TemplateChanges,
  replies: { 200: z.object({ messageTemplate: MessageTemplate }) },
  fails: [400, 401, 403, 404, 422],
})

export const previewMessageTemplate = defineRoute({
  id: 'previewMessageTemplate',
  method: 'POST',
  path: `${path}/:type/preview`,
  summary: 'Preview a message',
  description:
    'Fills a text with sample values and sends nothing. Without `text`, shows the text that customers receive now.',
  tag,
  access: workspace('workspace.manage', { subscription: 'ignored' }),
  params: z.object({ type: MessageType }),
  badId: 404,
  body: z.object({
    language: Language.optional().describe("Defaults to the first of the workspace's languages"),
    text: GivenText.optional(),
  }),
  replies: {
    200: z.object({
      preview: z
        .object({ subject: z.string(), text: z.string(), html: z.string(), sms: z.string() })
        .meta({ id: 'MessagePreview' }),
    }),
  },
  fails: [400, 401, 403, 404, 422],
})
