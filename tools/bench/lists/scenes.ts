import type { ListScene } from './scene.ts'
import { billingLists } from './scenes/billing.ts'
import { careLists } from './scenes/care.ts'
import { financeLists } from './scenes/finance.ts'
import { salesLists } from './scenes/sales.ts'
import { schedulingLists } from './scenes/scheduling.ts'

/** The lists that have filters or several sorts. */
export const listScenes: readonly ListScene[] = [
  ...schedulingLists,
  ...financeLists,
  ...salesLists,
  ...careLists,
  ...billingLists,
]
