import { defineRoute, open } from '@wp/http'
import { EmailAddress, IdString, nonBlank, notMalformed } from '@wp/kernel'
import { WorkingHours } from '@wp/workspaces'
import { z } from 'zod'
import { PhoneNumber } from '../accounts/phone-number.contract.ts'
import { Password } from '../passwords/password.contract.ts'
import { Workspace } from '../workspaces/workspace.contract.ts'

/** The body of POST /signup and of the legacy route POST /workspace. */
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
  invalid: 'marked', // invalid values get 422, except a malformed planId, which gets 400
  fails: [400, 409, 422],
  idempotency: 'none', // an email can sign up only once
  rate: 'signup',
  showCause: true,
} as const

export const signup = defineRoute({
  ...route,
  id: 'signup',
  path: '/signup',
  summary: 'Sign up',
  description: 'Creates a workspace and its owner and logs the owner in.',
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
  summary: 'Create a workspace',
  description:
    'Legacy; use POST /signup instead. Creates a workspace and its owner without logging the owner in.',
  replies: { 201: z.object({ workspace: Workspace }) },
})
