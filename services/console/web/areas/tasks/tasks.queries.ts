import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { loadPages, pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform, useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { toTaskQuery } from './task.rules.ts'
import type { TasksSearch } from './tasks-search.rules.ts'

const calls = platform.use(scheduling)

export const { createTask, updateTask, deleteTask, createComment } = calls

/** Pages of tasks, newest first, kept up to date. */
export const useTasks = (search: TasksSearch) => {
  useLiveQueries('tasks', true, 'tasks')
  const query = toTaskQuery(search)
  return useInfiniteQuery({
    queryKey: ['tasks', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      calls.listTasks({ query: { ...query, after: pageParam, limit: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of tasks that match; pages by cursor do not contain it. */
export const useTaskCount = (search: TasksSearch) => {
  const query = toTaskQuery(search)
  return useQuery({
    queryKey: ['tasks', 'count', query],
    queryFn: ({ signal }) => calls.listTasks({ query: { ...query, page: 1, limit: 1 }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })
}

export const useTask = (taskId: string) => {
  useLiveQueries('tasks', true, 'tasks')
  return useQuery({
    queryKey: ['tasks', 'one', taskId],
    queryFn: ({ signal }) => calls.getTask({ params: { taskId }, signal }),
    select: ({ task }) => task,
  })
}

/** Pages of a task's comments, newest first, updated live with other users' comments. */
export const useTaskComments = (taskId: string) => {
  useLiveQueries('task_comments', true, 'task_comments')
  return useInfiniteQuery({
    queryKey: ['task_comments', taskId],
    queryFn: ({ pageParam, signal }) =>
      calls.listComments({ params: { taskId }, query: { after: pageParam, limit: 20 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The staff, for users who may see them. */
export const useStaff = () => {
  const isAllowed = may(useMember(), 'staff.view')
  useLiveQueries('staff', isAllowed, 'staff')
  return useQuery({
    queryKey: ['staff', 'all'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const { staff, pagination } = await calls.listStaff({ query: { limit: pageSize, after }, signal })
        return { items: staff, next: pagination.nextCursor ?? null }
      }),
    enabled: isAllowed,
  })
}

export const reloadTasks = (): Promise<void> => reloadQueries(['tasks'])
export const reloadComments = (): Promise<void> => reloadQueries(['task_comments'])
