import { withIsoTimes } from '@wp/kernel'
import type { BookingPage } from './booking-page.contract.ts'
import type { StoredBookingPage } from './booking-page.store.ts'

export const toBookingPage = (stored: StoredBookingPage): BookingPage => withIsoTimes(stored)
