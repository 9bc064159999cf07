import { defineRoute, workspace } from '@wp/http'
import { CurrencyCode, IdString, nonBlank, Timestamp } from '@wp/kernel'
import { Language } from '@wp/texts'
import { Business, TaxRate, WorkingHours } from '@wp/workspaces'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.contract.ts'
import { BusinessChanges, TaxRateChanges } from './business.contract.ts'
import { TimeZone } from './time-zone.contract.ts'

export const WorkspaceSettings = z
  .object({
    preventOverlap: z.boolean(),
    blockHolidays: z.boolean(),
    timeZone: z.string(),
    currencyCode: z.string(),
    locale: z.enum(['en', 'ar']).describe("The members' language; customers see `languages`"),
    enforceWorkingHours: z.boolean().describe('Reject sessions outside working hours'),
    reminders: z.array(z.int()).describe('Minutes before a booking at which its client is reminded'),
  })
  .meta({ id: 'WorkspaceSettings' })
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>

/** From 5 minutes to 30 days before. */
const Reminders = z
  .array(z.int().min(5).max(43_200))
  .max(5)
  .refine((all) => new Set(all).size === all.length, { error: 'must not contain the same time twice' })

export const Workspace = z
  .object({
    id: IdString,
    name: z.string().nullable(),
    slogan: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    phoneVerified: z.boolean(),
    requirePhoneVerification: z.boolean(),
    planId: IdString,
    businessCategorySlug: z.string(),
    marketingOptIn: z.boolean(),
    discountPercentage: z.number().nullable(),
    subscriptionEndDate: Timestamp.nullable(),
    workingHours: WorkingHours.nullable(),
    settings: WorkspaceSettings,
    business: Business,
    languages: z.array(z.string()).describe('The languages of customers; the first is the default'),
    taxRates: z.array(TaxRate),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof Workspace>

const WorkspaceChanges = z
  .object({
    name: nonBlank(200).nullable(),
    slogan: nonBlank(500).nullable(),
    phone: PhoneNumber,
    businessCategorySlug: nonBlank(60),
    marketingOptIn: z.boolean(),
    workingHours: WorkingHours.nullable(),
    settings: WorkspaceSettings.extend({
      timeZone: TimeZone,
      currencyCode: CurrencyCode,
      reminders: Reminders,
    }).partial(),
    business: BusinessChanges,
    languages: z
      .array(Language)
      .min(1)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not contain the same language twice',
      })
      .nullable()
      .describe("The languages of customers, the default first. Null restores the members' language"),
    taxRates: TaxRateChanges,
  })
  .partial()
export type WorkspaceChanges = z.output<typeof WorkspaceChanges>

const OneWorkspace = z.object({ workspace: Workspace })
const path = '/workspace/:workspaceId'
const tag = 'Workspaces'

export const getWorkspace = defineRoute({
  id: 'getWorkspace',
  method: 'GET',
  path,
  summary: 'Get a workspace',
  description: 'Includes settings and working hours.',
  tag,
  access: workspace('member'),
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404],
})

export const updateWorkspace = defineRoute({
  id: 'updateWorkspace',
  method: 'PATCH',
  path,
  summary: 'Update a workspace',
  description:
    'Settings and business details that you omit stay unchanged; an address is replaced as a whole. Null clears an optional field. Tax rates that you omit from `taxRates` are deactivated; rates without an id are added.',
  tag,
  access: workspace('workspace.manage', { subscription: 'ignored' }),
  body: WorkspaceChanges,
  replies: { 200: OneWorkspace },
  fails: [400, 401, 403, 404, 422],
})
