export {
  addressLines,
  Business,
  byImageWidth,
  fromTaxes,
  imageSources,
  imageUrl,
  imageWidths,
  noBusiness,
  PublicBusiness,
  requireActiveTaxRate,
  TaxLine,
  taxOf,
  TaxRate,
  toPublicBusiness,
  toTaxes,
} from './business.ts'
export type { ItemTax } from './business.ts'
export {
  CustomerMessage,
  defineCustomerMessage,
  MessageType,
  requestCustomerMessage,
} from './customer-messages.ts'
export type { MessageDetails } from './customer-messages.ts'
export { letterhead, letterheadStyle } from './letterhead.ts'
export { openWorkspaceCopies } from './open-workspace-copies.ts'
export { newestStates } from './newest-states.ts'
export { defaultReminders } from './reminders.ts'
export { palettesOf } from './theme.ts'
export type { Palette } from './theme.ts'
export { trialEnd } from './trial.ts'
export { WorkingHours } from './working-hours.ts'
export { workspaceFrom } from './replies.ts'
export { workspaceCopies, workspaceCopiesCollection } from './workspace-copies.ts'
export type { WorkspaceCopies } from './workspace-copies.ts'
export type { WorkspaceWith } from './workspace-view.ts'
export {
  SubscriptionChanged,
  SubscriptionOpened,
  SubscriptionState,
  WorkspaceCreated,
  WorkspaceState,
  WorkspaceUpdated,
} from './workspace-events.ts'
export { defineOwnerNotice } from './owner-notices.ts'
export type { OwnerNotice } from './owner-notices.ts'
