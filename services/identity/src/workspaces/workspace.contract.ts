import { named } from '@wp/http'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

/** A workspace as signup returns it. */
export const Workspace = named(
  'Workspace',
  z.object({
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
  }),
)
export type Workspace = z.output<typeof Workspace>
