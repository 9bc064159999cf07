import type { Contest, ContestAttempt } from '@workspace-platform/client/contests'
import { getRouteApi } from '@tanstack/react-router'
import { Eye, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { ExportButton } from '../../app/export-button.tsx'
import { ListBody } from '../../app/list-body.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Answers } from './answers.tsx'
import type { ContestsSearch } from './contests-search.rules.ts'
import styles from './contests.module.css'
import { deleteAttempt, exportAttempts, reloadContests, useAttempts } from './contests.queries.ts'

const route = getRouteApi('/shell/contests/$contestId')
const statuses = ['in-progress', 'submitted'] as const
const rowsOf = (page: { attempts: ContestAttempt[] }) => page.attempts

/** The attempts of a contest with their results, newest first. */
export const Attempts = ({ contest }: { contest: Contest }) => {
  const text = useText()
  const { status, search = '', open } = route.useSearch()
  const { change, onSearch } = useListSearch<ContestsSearch>()
  const known = statuses.find((each) => each === status) ?? null
  const query = useAttempts(contest.id, known)
  const { rows: all, onEnd } = useRows(query, rowsOf)
  const rows = all.filter(({ name, email, phone }) => matchesQuery(search, name, email, phone))
  const [deleted, setDeleted] = useState<ContestAttempt | null>(null)
  const opened = all.find(({ id }) => id === open)
  return (
    <Card
      title={text('contests.attempts')}
      action={
        <ExportButton
          name={`${contest.title} ${text('contests.attempts')}`}
          load={() => exportAttempts(contest.id)}
        />
      }
    >
      <div className={styles['filters']}>
        <SearchField label={text('contests.searchAttempts')} value={search} onChange={onSearch} />
        <Segmented
          label={text('contests.status')}
          value={known ?? 'all'}
          options={[
            { value: 'all' as const, label: text('contests.all') },
            ...statuses.map((value) => ({ value, label: text(`contests.attempt.${value}`) })),
          ]}
          onChange={(next) => change({ status: next === 'all' ? '' : next })}
        />
      </div>
      <ListBody
        query={query}
        isEmpty={rows.length === 0}
        isCompact
        none={{ title: text('contests.noAttempts'), text: text('contests.noAttemptsText') }}
        notFound={
          (search !== '' || known !== null) && {
            title: text('list.notFound'),
            showAll: text('list.showAll'),
            onShowAll: () => change({ search: '', status: '' }),
          }
        }
        skeleton={<Skeleton lines={6} />}
      >
        <SimpleList>
          {rows.map((attempt) => (
            <AttemptItem
              key={attempt.id}
              attempt={attempt}
              onOpen={() => change({ open: attempt.id })}
              onDelete={() => setDeleted(attempt)}
            />
          ))}
        </SimpleList>
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={onEnd}>
            {text('contests.more')}
          </Button>
        )}
      </ListBody>
      {opened?.status === 'submitted' && (
        <Answers contestId={contest.id} attempt={opened} onClose={() => change({ open: '' })} />
      )}
      {deleted && (
        <DeleteDialog
          title={text('contests.deleteAttemptTitle', { name: deleted.name })}
          text={text('contests.deleteAttemptText')}
          onCancel={() => setDeleted(null)}
          onDelete={async () => {
            await deleteAttempt({ params: { contestId: contest.id, attemptId: deleted.id } })
            setDeleted(null)
            showToast(text('action.deleted'))
            await reloadContests()
          }}
        />
      )}
    </Card>
  )
}

type ItemProps = { attempt: ContestAttempt; onOpen: () => void; onDelete: () => void }

const AttemptItem = ({ attempt, onOpen, onDelete }: ItemProps) => {
  const text = useText()
  const format = useFormat()
  const { name, email, phone, startedAt, deadline, status, score, maxScore } = attempt
  return (
    <SimpleItem
      title={name}
      detail={
        <>
          <bdi dir="ltr">{email ?? phone}</bdi> • {format.dateTime(startedAt)}
          {status === 'in-progress' && ` • ${text('contests.until', { when: format.dateTime(deadline) })}`}
        </>
      }
      end={
        <>
          {status === 'submitted' && score !== null ? (
            <b>
              <bdi>
                {text('contests.scoreOf', { score: format.number(score), max: format.number(maxScore ?? 0) })}
              </bdi>
            </b>
          ) : (
            <Badge tone="warn">{text('contests.attempt.in-progress')}</Badge>
          )}
          {status === 'submitted' && (
            <Button kind="ghost" isIcon aria-label={text('contests.answersOf', { name })} onClick={onOpen}>
              <Eye aria-hidden="true" />
            </Button>
          )}
          <Button
            kind="ghost"
            isIcon
            aria-label={text('contests.deleteAttempt', { name })}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </>
      }
    />
  )
}
