import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { MessageType } from '@wp/workspaces'
import type { Channel, TemplateChanges, TemplateText } from './message-template.contract.ts'

/** A template that was changed. Types without one use the defaults. */
type TemplateRecord = {
  type: MessageType
  isEnabled: boolean
  channels: Channel[]
  texts: Record<string, TemplateText>
}
export type StoredTemplate = TenantDoc<TemplateRecord>

export const messageTemplateCollection = collection<TemplateRecord>(
  'message_templates',
  'Message template',
  { type: String, isEnabled: Boolean, channels: [String], texts: Object },
  [{ keys: { workspaceId: 1, type: 1 }, unique: true }],
  { onePer: 'type of message and workspace' },
)

export const messageTemplateStore = (db: Database) => {
  const templates = db.tenant(messageTemplateCollection)
  return {
    list: (workspaceId: Id) => templates(workspaceId).find(),
    find: (workspaceId: Id, type: MessageType) => templates(workspaceId).findOne({ type }),
    replace: (workspaceId: Id, type: MessageType, changes: TemplateChanges) =>
      templates(workspaceId).upsert({ type }, changes),
  }
}
export type MessageTemplateStore = ReturnType<typeof messageTemplateStore>
