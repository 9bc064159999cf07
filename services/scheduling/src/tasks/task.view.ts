import { withIsoTimes } from '@wp/kernel'
import type { Task } from './task.contract.ts'
import type { StoredTask } from './task.store.ts'

export const toTask = (stored: StoredTask): Task => withIsoTimes(stored)
