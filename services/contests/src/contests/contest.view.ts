import { withIsoTimes } from '@wp/kernel'
import type { Contest } from './contest.contract.ts'
import type { StoredContest } from './contest.store.ts'

export const toContest = (stored: StoredContest): Contest => withIsoTimes(stored)
