import { getRouteApi } from '@tanstack/react-router'
import type { Task } from '@workspace-platform/client/scheduling'
import { ListTodo, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DueDate } from './due-date.tsx'
import { TaskForm } from './task.form.tsx'
import { TaskPanel } from './task.panel.tsx'
import { taskStatuses, taskTones } from './task.rules.ts'
import { useTaskCount, useTasks } from './tasks.queries.ts'
import type { TasksSearch } from './tasks-search.rules.ts'
import { useAssignees } from './use-assignees.ts'

const route = getRouteApi('/shell/tasks')

const rowsOf = (page: { tasks: Task[] }) => page.tasks

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  nameOf: (staffId: string) => string | null,
): Column<Task>[] => [
  {
    id: 'title',
    header: text('tasks.title'),
    width: 2,
    cell: ({ title }) => <RowName>{title}</RowName>,
  },
  {
    id: 'assignee',
    header: text('tasks.assignee'),
    width: 1.3,
    importance: 'secondary',
    cell: ({ staffId }) => (staffId && (nameOf(staffId) ?? text('tasks.someone'))) || <Quiet />,
  },
  {
    id: 'due',
    header: text('tasks.due'),
    width: 1.15,
    minWidth: statusWidth,
    cell: (task) => <DueDate task={task} />,
  },
  {
    id: 'status',
    header: text('tasks.status'),
    width: 1.5,
    minWidth: statusWidth,
    cell: ({ status }) => <Badge tone={taskTones[status]}>{text(`taskStatus.${status}`)}</Badge>,
  },
  {
    id: 'created',
    header: text('tasks.created'),
    width: 0.9,
    align: 'end',
    importance: 'detail',
    cell: ({ createdAt }) => format.date(createdAt),
  },
]

export const TasksPage = () => (may(useMember(), 'tasks.view') ? <Tasks /> : <UnknownPage />)

/** Tasks with assignees and due dates. */
const Tasks = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'tasks.manage')
  const { change, onSearch, showAll } = useListSearch<TasksSearch>()
  const { open, ...search } = route.useSearch()
  const tasks = useTasks(search)
  const { data: count } = useTaskCount(search)
  const list = useRows(tasks, rowsOf)
  const { choices, nameOf } = useAssignees()
  const columns = useMemo(() => columnsFor(text, format, nameOf), [text, format, nameOf])
  const close = (): void => change({ open: '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('tasks.add')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.tasks')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={add}
        toolbar={
          <>
            <SearchField label={text('tasks.search')} value={search.search ?? ''} onChange={onSearch} />
            <FilterSelect
              label={text('tasks.status')}
              value={search.status ?? ''}
              all={text('tasks.all')}
              choices={taskStatuses.map((value) => ({ value, label: text(`taskStatus.${value}`) }))}
              onChange={(status) => change({ status })}
            />
            {choices.length > 0 && (
              <FilterSelect
                label={text('tasks.assignee')}
                value={search.staff ?? ''}
                all={text('tasks.all')}
                choices={choices}
                onChange={(staff) => change({ staff })}
              />
            )}
          </>
        }
      >
        <RecordList
          label={text('area.tasks')}
          query={tasks}
          {...list}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={Object.keys(search).length > 0}
          onShowAll={showAll}
          none={{ icon: ListTodo, title: text('tasks.none'), text: text('tasks.noneText'), action: add }}
        />
      </Page>
      {open === 'new' && mayManage ? (
        <SidePanel title={text('tasks.newTitle')} onClose={close}>
          <TaskForm
            onCancel={close}
            onSaved={({ id }) => {
              change({ open: id })
              showToast(text('tasks.added'))
            }}
          />
        </SidePanel>
      ) : (
        open && open !== 'new' && <TaskPanel key={open} taskId={open} onClose={close} />
      )}
    </Split>
  )
}
