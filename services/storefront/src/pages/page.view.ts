import { withIsoTimes } from '@wp/kernel'
import type { Page } from './page.contract.ts'
import type { StoredPage } from './page.store.ts'

export const toPage = (stored: StoredPage): Page => withIsoTimes(stored)
