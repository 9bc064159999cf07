import { useEffect } from 'react'
import type { RefObject } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useMember } from '../../app/session.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { authorOf } from './task.rules.ts'
import { createComment, reloadComments, useTaskComments } from './tasks.queries.ts'
import styles from './tasks.module.css'

type Props = {
  taskId: string
  /** The unsent comment, which is kept while the task is edited. */
  draft: RefObject<string>
}

/** The comments on a task, newest first. */
export const TaskComments = ({ taskId, draft }: Props) => {
  const text = useText()
  const format = useFormat()
  const author = authorOf(useMember())
  const query = useTaskComments(taskId)
  const comments = query.data?.pages.flatMap((page) => page.comments) ?? []
  const form = useForm({
    initial: { body: draft.current },
    check: ({ body }) => (body.trim() === '' ? { body: text('form.required') } : {}),
    submit: async ({ body }, idempotencyKey) => {
      await createComment({
        params: { taskId },
        body: { ...author!, body: body.trim() },
        idempotencyKey,
      })
      await reloadComments()
    },
    onSaved: () => form.reset({ body: '' }),
  })
  const { body: typed } = form.values
  useEffect(() => {
    draft.current = typed
  }, [draft, typed])
  return (
    <section className={styles['section']} aria-label={text('tasks.comments')}>
      <h3>{text('tasks.comments')}</h3>
      {author && (
        <Form form={form} label={text('tasks.addComment')}>
          <UnsavedChanges isDirty={typed.trim() !== ''} />
          <TextArea label={text('tasks.addComment')} maxLength={10_000} rows={2} {...form.field('body')} />
          {typed.trim() !== '' && (
            <Button type="submit" isBusy={form.isBusy}>
              {text('tasks.sendComment')}
            </Button>
          )}
        </Form>
      )}
      <ListBody
        query={query}
        isEmpty={comments.length === 0}
        isCompact
        none={{ title: text('tasks.noComments') }}
        skeleton={<Skeleton lines={3} />}
      >
        <ul className={styles['comments']}>
          {comments.map(({ id, body, authorName, createdAt }) => (
            <li key={id} className={styles['comment']}>
              <p dir="auto">{body}</p>
              <span className={styles['by']}>
                <bdi>{authorName}</bdi> • {format.ago(createdAt)}
              </span>
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text('tasks.more')}
          </Button>
        )}
      </ListBody>
    </section>
  )
}
