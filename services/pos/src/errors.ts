import { defineErrors } from '@wp/kernel'

export const posErrors = defineErrors({
  INVOICE_NOT_DRAFT: {
    status: 422,
    cause: 'The invoice is no longer a draft, so it cannot be changed.',
    remedy: 'Read the invoice; void or refund it and create a new one.',
  },
  INVOICE_BUSY: {
    status: 422,
    cause: 'The invoice is being finalized.',
    remedy: 'Repeat the request after the time in `Retry-After`.',
  },
  SESSION_CLOSED: {
    status: 422,
    cause: 'The till session of the invoice or payment is closed.',
    remedy: 'Open a till session and use it.',
  },
})
