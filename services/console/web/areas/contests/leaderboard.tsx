import type { Contest, ContestLeaderboardRow } from '@workspace-platform/client/contests'
import { ListBody } from '../../app/list-body.tsx'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './contests.module.css'
import { useLeaderboard } from './contests.queries.ts'

const rowsOf = (page: { leaderboard: ContestLeaderboardRow[] }) => page.leaderboard

/** The submitted attempts by score; updated with every submitted attempt. */
export const Leaderboard = ({ contest }: { contest: Contest }) => {
  const text = useText()
  const format = useFormat()
  const query = useLeaderboard(contest.id)
  const { rows, onEnd } = useRows(query, rowsOf)
  return (
    <Card title={text('contests.leaderboard')}>
      <ListBody
        query={query}
        isEmpty={rows.length === 0}
        isCompact
        none={{ title: text('contests.noResults'), text: text('contests.noResultsText') }}
        skeleton={<Skeleton lines={6} />}
      >
        <SimpleList>
          {rows.map(({ attemptId, rank, name, score, submittedAt }) => (
            <SimpleItem
              key={attemptId}
              start={<b className={rank <= 3 ? styles['medal'] : styles['rank']}>{format.number(rank)}</b>}
              title={name}
              detail={format.dateTime(submittedAt)}
              end={<b>{text('contests.pointsOf', { count: score })}</b>}
            />
          ))}
        </SimpleList>
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={onEnd}>
            {text('contests.more')}
          </Button>
        )}
      </ListBody>
    </Card>
  )
}
