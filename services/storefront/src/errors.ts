import { defineErrors } from '@wp/kernel'

export const storefrontErrors = defineErrors({
  DOMAIN_NOT_VERIFIED: {
    status: 422,
    cause: 'The TXT record that proves ownership of the domain was not found.',
    remedy: 'Create the TXT record shown in the reply, wait for DNS to update, and verify again.',
  },
})
