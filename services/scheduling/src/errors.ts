import { defineErrors } from '@wp/kernel'

export const schedulingErrors = defineErrors({
  SESSION_CONFLICT: {
    status: 422,
    cause:
      'The time is taken: the staff member has another session, and overlaps are prevented or the booking is made online.',
    remedy: 'Choose another time or staff member.',
  },
  OUTSIDE_WORKING_HOURS: {
    status: 422,
    cause: 'The session lies outside the working hours, and the workspace enforces them.',
    remedy: 'Choose another time, or disable settings.enforceWorkingHours of the workspace.',
  },
  TOO_LATE: {
    status: 422,
    cause: 'The booking starts too soon, or has started, so the customer can no longer move or cancel it.',
    remedy: 'Contact the business; its members can still change the session.',
  },
  BOOKING_LIMIT: {
    status: 422,
    cause: 'The customer already has as many upcoming bookings as the business allows.',
    remedy: 'Cancel one of them, or contact the business.',
  },
})
