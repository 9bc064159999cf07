import type { adminBillingService, identityService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

type DefinitionOf<Service> = Service extends { definition: infer Definition } ? Definition : never

export type IdentityClient = Pick<RpcClient<DefinitionOf<typeof identityService>>, 'getWorkspace'>

export type BillingClient = Pick<RpcClient<DefinitionOf<typeof adminBillingService>>, 'getSubscription'>

type GetWorkspaceReply = Awaited<ReturnType<IdentityClient['getWorkspace']>>
type GetSubscriptionReply = Awaited<ReturnType<BillingClient['getSubscription']>>

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const closed = { isOpen: false, intervals: [] }

/** Converts identity's reply to the state used in events. Returns null for an unknown workspace. */
export const workspaceFrom = ({ workspace }: GetWorkspaceReply): WorkspaceState | null => {
  if (!workspace) return null
  const { workingHours, business } = workspace
  if (!workspace.settings) throw new Error(`identity returned workspace ${workspace.id} without settings`)
  const { reminders, ...settings } = workspace.settings
  return {
    id: workspace.id,
    version: workspace.version,
    name: workspace.name ?? null,
    slogan: workspace.slogan ?? null,
    email: workspace.email,
    phone: workspace.phone,
    phoneVerified: workspace.phoneVerified,
    businessCategorySlug: workspace.businessCategorySlug,
    marketingOptIn: workspace.marketingOptIn,
    planId: workspace.planId,
    ownerAccountId: workspace.ownerAccountId,
    // An older version of identity sends no reminders.
    settings: { ...settings, ...(reminders && { reminders: reminders.minutesBefore }) },
    workingHours:
      workingHours &&
      (Object.fromEntries(days.map((day) => [day, workingHours[day] ?? closed])) as NonNullable<
        WorkspaceState['workingHours']
      >),
    business: {
      displayName: business?.displayName ?? null,
      legalName: business?.legalName ?? null,
      email: business?.email ?? null,
      phone: business?.phone ?? null,
      address: business?.address ? toAddress(business.address) : null,
      taxNumber: business?.taxNumber ?? null,
      logoImageId: business?.logoImageId ?? null,
      brandColor: business?.brandColor ?? null,
    },
    // An older version of identity does not send it.
    languages: workspace.languages.length > 0 ? workspace.languages : [settings.locale],
    taxRates: workspace.taxRates,
    createdAt: workspace.createdAt,
  }
}

type AddressReply = NonNullable<
  NonNullable<NonNullable<GetWorkspaceReply['workspace']>['business']>['address']
>

const toAddress = (address: AddressReply) => ({
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  city: address.city ?? null,
  region: address.region ?? null,
  postalCode: address.postalCode ?? null,
  countryCode: address.countryCode ?? null,
})

/** Converts admin-billing's reply to the state used in events. Returns null for an unknown subscription. */
export const subscriptionFrom = ({ subscription }: GetSubscriptionReply): SubscriptionState | null =>
  subscription && {
    workspaceId: subscription.workspaceId,
    version: subscription.version,
    planId: subscription.planId,
    planSlug: subscription.planSlug,
    subscriptionEndDate: subscription.subscriptionEndDate ?? null,
    discountPercentage: subscription.discountPercentage ?? null,
    additionalStorageMB: subscription.additionalStorageMb,
    limits: {
      maxStaff: subscription.limits?.maxStaff ?? null,
      storageMb: subscription.limits?.storageMb ?? null,
    },
  }
