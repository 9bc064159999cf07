import { defineErrors } from '@wp/kernel'

export const labsErrors = defineErrors({
  TEST_BILLED: {
    status: 422,
    cause: 'The lab test was billed, so its analyses, client and coupon can no longer be changed.',
    remedy: 'Create a new lab test.',
  },
})
