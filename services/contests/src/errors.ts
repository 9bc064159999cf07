import { defineErrors } from '@wp/kernel'

export const contestsErrors = defineErrors({
  NOT_STARTED: {
    status: 422,
    cause: 'The contest has not started.',
    remedy: 'Wait until the time in the message.',
  },
})
