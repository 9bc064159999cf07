import type { Task } from '@workspace-platform/client/scheduling'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { toTaskBody, toTaskFields } from './task.rules.ts'
import { createTask, reloadTasks, updateTask } from './tasks.queries.ts'
import { useAssignees } from './use-assignees.ts'

type Props = { task?: Task; onSaved: (task: Task) => void; onCancel: () => void }

/** Adds a task, or changes one. */
export const TaskForm = ({ task, onSaved, onCancel }: Props) => {
  const text = useText()
  const { choices } = useAssignees()
  const form = useForm({
    initial: toTaskFields(task ?? null),
    check: ({ title }) => (title.trim() === '' ? { title: text('form.required') } : {}),
    submit: async (fields, idempotencyKey) => {
      const body = toTaskBody(fields)
      const saved = task
        ? await updateTask({ params: { taskId: task.id }, body })
        : await createTask({ body, idempotencyKey })
      await reloadTasks()
      return saved.task
    },
    onSaved,
  })
  const { staffId } = form.values
  // The staff member may have been removed, or be hidden from this user.
  const isHidden = staffId !== '' && !choices.some(({ value }) => value === staffId)
  return (
    <Form form={form} label={text(task ? 'tasks.editTitle' : 'tasks.newTitle')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('tasks.title')}
        autoFocus={!task}
        autoComplete="off"
        maxLength={300}
        {...form.field('title')}
      />
      <TextArea
        label={text('tasks.description')}
        isOptional
        rows={4}
        maxLength={10_000}
        {...form.field('description')}
      />
      <Select
        label={text('tasks.assignee')}
        choices={[
          { value: '', label: text('tasks.unassigned') },
          ...choices,
          ...(isHidden ? [{ value: staffId, label: text('tasks.someone') }] : []),
        ]}
        {...form.field('staffId')}
      />
      <DateField label={text('tasks.due')} isOptional {...form.field('dueDate')} />
      <SaveActions
        isBusy={form.isBusy}
        label={text(task ? 'action.save' : 'tasks.add')}
        onCancel={onCancel}
      />
    </Form>
  )
}
