import type { Task } from '@workspace-platform/client/scheduling'
import { Check, Play, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DueDate } from './due-date.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskForm } from './task.form.tsx'
import { nextStatuses, taskTones } from './task.rules.ts'
import type { TaskStatus } from './task.rules.ts'
import { deleteTask, reloadTasks, updateTask, useTask } from './tasks.queries.ts'
import styles from './tasks.module.css'
import { useAssignees } from './use-assignees.ts'

const icons = { open: RotateCcw, 'in-progress': Play, done: Check }

/** A task beside the list, with its comments. */
export const TaskPanel = ({ taskId, onClose }: { taskId: string; onClose: () => void }) => {
  const text = useText()
  const mayManage = may(useMember(), 'tasks.manage')
  const query = useTask(taskId)
  const draft = useRef('')
  const { run, running, problem } = useAction<TaskStatus>()
  const setStatus = (status: TaskStatus) =>
    run(status, async () => {
      await updateTask({ params: { taskId }, body: { status } })
      await reloadTasks()
    })
  return (
    <RecordPanel
      query={query}
      title={query.data?.title ?? text('tasks.task')}
      onClose={onClose}
      form={mayManage && ((task, done) => <TaskForm task={task} {...done} />)}
      deletion={
        mayManage &&
        ((task) => ({
          title: text('tasks.deleteTitle', { title: task.title }),
          text: text('tasks.deleteText'),
          onDelete: () => deleteTask({ params: { taskId } }),
          reload: reloadTasks,
        }))
      }
      actions={(task) =>
        mayManage &&
        nextStatuses(task.status).map((status) => {
          const Icon = icons[status]
          return (
            <Button
              key={status}
              kind={status === 'done' ? 'primary' : 'default'}
              isBusy={running === status}
              onClick={() => void setStatus(status)}
            >
              <Icon aria-hidden="true" {...(status !== 'done' && { className: 'mirrored' })} />
              {text(`tasks.set.${status}`)}
            </Button>
          )
        })
      }
    >
      {(task) => (
        <>
          {problem && <Notice tone="bad">{problem}</Notice>}
          <TaskFacts task={task} />
          <TaskComments taskId={taskId} draft={draft} />
        </>
      )}
    </RecordPanel>
  )
}

const TaskFacts = ({ task }: { task: Task }) => {
  const text = useText()
  const format = useFormat()
  const { nameOf } = useAssignees()
  const { status, staffId, description, createdAt } = task
  return (
    <>
      <Facts
        items={[
          [
            text('tasks.status'),
            <Badge key="status" tone={taskTones[status]}>
              {text(`taskStatus.${status}`)}
            </Badge>,
          ],
          [
            text('tasks.assignee'),
            staffId === null ? text('tasks.unassigned') : (nameOf(staffId) ?? text('tasks.someone')),
          ],
          [text('tasks.due'), task.dueDate && <DueDate key="due" task={task} />],
          [text('tasks.created'), format.date(createdAt)],
        ]}
      />
      {description && (
        <p className={styles['description']} dir="auto">
          {description}
        </p>
      )}
    </>
  )
}
