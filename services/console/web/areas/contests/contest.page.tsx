import { getRouteApi } from '@tanstack/react-router'
import type { Contest } from '@workspace-platform/client/contests'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BackLink, RecordBody, RecordPage } from '../../app/record-page.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog, DeleteDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Columns, Stack } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Attempts } from './attempts.tsx'
import { ContestForm } from './contest.form.tsx'
import { phaseOf, phaseTones } from './contest.rules.ts'
import type { ContestsSearch } from './contests-search.rules.ts'
import styles from './contests.module.css'
import { deleteContest, reloadContests, updateContest, useContest } from './contests.queries.ts'
import { Leaderboard } from './leaderboard.tsx'
import { QuestionList } from './question-list.tsx'

const route = getRouteApi('/shell/contests/$contestId')
const views = [
  { value: 'questions', label: 'contests.questions' },
  { value: 'attempts', label: 'contests.attempts' },
  { value: 'leaderboard', label: 'contests.leaderboard' },
] as const

type Asked = 'publish' | 'close' | 'delete'

/** A contest: questions, attempts and leaderboard. */
export const ContestPage = () => {
  const text = useText()
  const navigate = route.useNavigate()
  const { contestId } = route.useParams()
  const { view, edit } = route.useSearch()
  const { change } = useListSearch<ContestsSearch>()
  const query = useContest(contestId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const contest = query.data
  const isEditing = edit === 'yes' && contest !== undefined && contest.status !== 'closed'
  const shown =
    views.find(({ value }) => value === view)?.value ??
    (contest?.status === 'draft' ? 'questions' : 'attempts')
  const close = (): void => setAsked(null)
  const move = async (status: 'published' | 'closed'): Promise<void> => {
    await updateContest({ params: { contestId }, body: { status } })
    close()
    showToast(text(`contests.moved.${status}`))
    await reloadContests()
  }
  return (
    <RecordPage
      query={query}
      title={contest?.title ?? text('contests.contest')}
      back={<BackLink to="/contests" label={text('contests.back')} />}
      actions={
        contest &&
        !isEditing && (
          <>
            <Button onClick={() => setAsked('delete')}>
              <Trash2 aria-hidden="true" />
              {text('action.delete')}
            </Button>
            {contest.status !== 'closed' && (
              <Button onClick={() => change({ edit: 'yes' })}>
                <Pencil aria-hidden="true" />
                {text('action.edit')}
              </Button>
            )}
            {contest.status === 'draft' && (
              <Button kind="primary" onClick={() => setAsked('publish')}>
                {text('contests.publish')}
              </Button>
            )}
            {contest.status === 'published' && (
              <Button kind="primary" onClick={() => setAsked('close')}>
                {text('contests.close')}
              </Button>
            )}
          </>
        )
      }
      dialogs={
        <>
          {asked === 'publish' && (
            <ActionDialog
              title={text('contests.publishTitle')}
              text={text('contests.publishText')}
              confirm={text('contests.publish')}
              onCancel={close}
              onConfirm={() => move('published')}
            />
          )}
          {asked === 'close' && (
            <ActionDialog
              title={text('contests.closeTitle')}
              text={text('contests.closeText')}
              confirm={text('contests.close')}
              onCancel={close}
              onConfirm={() => move('closed')}
            />
          )}
          {asked === 'delete' && (
            <DeleteDialog
              title={text('contests.deleteTitle', { title: contest?.title ?? '' })}
              text={text('contests.deleteText')}
              onCancel={close}
              onDelete={async () => {
                await deleteContest({ params: { contestId } })
                void navigate({ to: '/contests' })
                showToast(text('action.deleted'))
                await reloadContests()
              }}
            />
          )}
        </>
      }
    >
      <RecordBody
        query={query}
        isEditing={isEditing}
        onStopEditing={() => change({ edit: '' })}
        form={(record, onSaved) => (
          <ContestForm contest={record} onCancel={() => change({ edit: '' })} onSaved={onSaved} />
        )}
      >
        {(record) => (
          <Columns narrow="end">
            <Stack>
              <Segmented
                label={text('contests.view')}
                value={shown}
                options={views.map(({ value, label }) => ({ value, label: text(label) }))}
                onChange={(next) => change({ view: next, open: '', status: '' })}
              />
              {shown === 'questions' && <QuestionList contest={record} />}
              {shown === 'attempts' && <Attempts contest={record} />}
              {shown === 'leaderboard' && <Leaderboard contest={record} />}
            </Stack>
            <ContestCard contest={record} />
          </Columns>
        )}
      </RecordBody>
    </RecordPage>
  )
}

const ContestCard = ({ contest }: { contest: Contest }) => {
  const text = useText()
  const format = useFormat()
  const phase = phaseOf(contest, new Date())
  const { description, startsAt, endsAt, durationMinutes, shuffle, publicLeaderboard, questions } = contest
  const address = `${location.origin}/contests/${contest.id}`
  return (
    <Stack>
      <Card title={text('contests.details')}>
        <Facts
          items={[
            [
              text('contests.status'),
              <Badge key="status" tone={phaseTones[phase]}>
                {text(`contests.phase.${phase}`)}
              </Badge>,
            ],
            [text('contests.startsAt'), format.dateTime(startsAt)],
            [text('contests.endsAt'), format.dateTime(endsAt)],
            [
              text('contests.timeLimit'),
              durationMinutes === null ? text('contests.noLimit') : format.minutes(durationMinutes),
            ],
            [
              text('contests.leaderboard'),
              text(publicLeaderboard ? 'contests.leaderboardPublic' : 'contests.leaderboardPrivate'),
            ],
            [text('contests.order.label'), text(shuffle ? 'contests.shuffled' : 'contests.asWritten')],
            [
              text('contests.maxScore'),
              format.number(questions.reduce((sum, { points }) => sum + points, 0)),
            ],
            [text('contests.description'), description],
          ]}
        />
      </Card>
      {contest.status !== 'draft' && (
        <Card title={text('contests.link')}>
          <p className={styles['hint']}>{text('contests.linkText')}</p>
          <p className={styles['address']} dir="ltr">
            <a href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </p>
          <CopyButton value={address} />
        </Card>
      )}
    </Stack>
  )
}
