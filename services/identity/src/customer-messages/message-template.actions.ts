import type { WorkspacePrincipal } from '@wp/auth'
import { localDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import { MessageType, toPublicBusiness } from '@wp/workspaces'
import type { IdentityDeps } from '../deps.ts'
import { toBusinessDetails } from '../workspaces/workspace.view.ts'
import { toCustomerMail } from './customer-mail.view.ts'
import type { MessageTemplate, TemplateChanges, TemplateText } from './message-template.contract.ts'
import { textIn, toTemplate } from './message-template.view.ts'
import { checkTexts, toPlainText } from './message-text.rules.ts'
import { sampleDetails, toValues } from './message-values.view.ts'

export const listMessageTemplates = async (
  { workspaces, messageTemplates }: IdentityDeps,
  workspaceId: Id,
): Promise<MessageTemplate[]> => {
  const { languages } = toBusinessDetails(await workspaces.get(workspaceId))
  const stored = new Map((await messageTemplates.list(workspaceId)).map((each) => [each.type, each]))
  return MessageType.options.map((type) => toTemplate(type, stored.get(type) ?? null, languages))
}

export const updateMessageTemplate = (
  deps: IdentityDeps,
  workspaceId: Id,
  type: MessageType,
  changes: TemplateChanges,
  principal: WorkspacePrincipal,
): Promise<MessageTemplate> => {
  checkTexts(type, changes.texts, 'texts')
  return deps.db.transaction(async () => {
    const { languages } = toBusinessDetails(await deps.workspaces.get(workspaceId))
    const stored = await deps.messageTemplates.replace(workspaceId, type, changes)
    await deps.audit.recordBy(principal, 'message-template.updated', 'message-template', type)
    return toTemplate(type, stored, languages)
  })
}

/** Fills a text with sample values, as a customer would receive it. */
export const previewMessage = async (
  deps: IdentityDeps,
  workspaceId: Id,
  type: MessageType,
  given: { language?: string | undefined; text?: TemplateText | undefined },
) => {
  const workspace = await deps.workspaces.get(workspaceId)
  const { languages, business: details, settings } = toBusinessDetails(workspace)
  const language = given.language ?? languages[0]!
  if (given.text) checkTexts(type, { [language]: given.text }, 'text')
  const stored = await deps.messageTemplates.find(workspaceId, type)
  const text = given.text ?? textIn(type, stored, language)
  const sms = text.sms ?? textsFor(language).messages[type].sms
  const business = toPublicBusiness({ name: workspace.name, business: details })
  const day = localDay(deps.clock.now(), settings.timeZone)
  const { customer } = textsFor(language).messages.sample
  const sample = sampleDetails(type, language, day, settings.currencyCode)
  const page = sample.kind === 'booking' ? '/book/…' : '/v1/public/lab-reports/…'
  const values = toValues(sample, { business, language }, customer, `${deps.publicUrl}${page}`)
  const optOutUrl = `${deps.publicUrl}/v1/public/message-opt-outs/…`
  return {
    ...toCustomerMail(text, values, { business, language, publicUrl: deps.publicUrl, optOutUrl }),
    sms: toPlainText(sms, values),
  }
}
