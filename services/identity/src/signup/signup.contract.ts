import { defineRoute, open } from '@wp/http'
import { EmailAddress, IdString, nonBlank, notMalformed } from '@wp/kernel'
import { WorkingHours } from '@wp/workspaces'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.rules.ts'
import { Password } from '../passwords/password.contract.ts'
import { Workspace } from '../workspaces/workspace.contract.ts'

/** Signup's body; the legacy route takes the same. */
const SignupFields = z.object({
  email: EmailAddress,
  password: Password,
  phone: PhoneNumber,
  planId: IdString,
  businessCategorySlug: nonBlank(60),
  marketingOptIn: z.boolean().default(false),
  name: nonBlank(200).nullable().default(null),
  slogan: nonBlank(500).nullable().default(null),
  workingHours: notMalformed(WorkingHours).nullable().default(null),
})
export type SignupFields = z.output<typeof SignupFields>

const route = {
  method: 'POST',
  tag: 'Signup',
  access: open(),
  body: SignupFields,
  invalid: 'marked', // everything about the values is 422; only a planId that is no id is 400
  fails: [400, 409, 422],
  idempotency: 'none', // the answer holds tokens, and an email signs up once by nature
  rate: 'signup',
  showCause: true,
} as const

export const signup = defineRoute({
  ...route,
  id: 'signup',
  path: '/signup',
  summary: 'Create a workspace and its owner, and log the owner in',
  replies: {
    201: z.object({
      token: z.string(),
      refreshToken: z.string(),
      expiresIn: z.int(),
      workspace: Workspace,
    }),
  },
})

export const createWorkspace = defineRoute({
  ...route,
  id: 'createWorkspace',
  path: '/workspace',
  summary: 'Create a workspace and its owner without logging in (legacy)',
  replies: { 201: z.object({ workspace: Workspace }) },
})
