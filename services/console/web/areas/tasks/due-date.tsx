import type { Task } from '@workspace-platform/client/scheduling'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet } from '../../ui/cell.tsx'
import { isOverdue } from './task.rules.ts'

/** Shows when a task is due and highlights overdue tasks. */
export const DueDate = ({ task }: { task: Task }) => {
  const text = useText()
  const format = useFormat()
  const { dueDate, status } = task
  const today = format.today()
  if (dueDate === null) return <Quiet />
  if (status !== 'done' && dueDate === today) return <Badge tone="warn">{text('tasks.dueToday')}</Badge>
  return isOverdue(task, today) ? <Badge tone="bad">{format.date(dueDate)}</Badge> : format.date(dueDate)
}
