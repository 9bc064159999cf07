import { withIsoTimes } from '@wp/kernel'
import type { SentMessage } from './customer-message.contract.ts'
import type { StoredCustomerMessage } from './customer-message.store.ts'

export const toSentMessage = (stored: StoredCustomerMessage): SentMessage => withIsoTimes(stored)
