import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figures } from '../../ui/figure.tsx'
import { Columns, Page, PageContent, Stack } from '../../ui/page.tsx'
import { Sun } from 'lucide-react'
import { IncomeFigure, OrdersFigure, SessionsFigure, TillFigure, UnpaidFigure } from './figures.tsx'
import { CriticalCard, OrdersCard, SessionsCard, TasksCard, UnpaidCard } from './today-cards.tsx'

/** The start page: an overview of the day, limited to what the user may see. */
export const TodayPage = () => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const seesSessions = may(member, 'sessions.view')
  const seesSales = may(member, 'store.orders.view')
  const seesTills = may(member, 'pos.sessions.manage')
  const seesMoney = may(member, 'finance.view')
  const seesTasks = may(member, 'tasks.view')
  const seesLab = may(member, 'labs.view')
  const seesNothing = ![seesSessions, seesSales, seesTills, seesMoney, seesTasks, seesLab].includes(true)
  return (
    <Page title={format.longDate(format.today())}>
      <PageContent>
        {seesNothing && (
          <EmptyState icon={Sun} title={text('today.nothing')}>
            {text('today.nothingText')}
          </EmptyState>
        )}
        <Figures>
          {seesMoney && <IncomeFigure />}
          {seesSessions && <SessionsFigure />}
          {seesSales && <UnpaidFigure />}
          {seesSales && <OrdersFigure />}
          {seesTills && <TillFigure />}
        </Figures>
        <Columns>
          <Stack>
            {seesSessions && <SessionsCard />}
            {seesSales && <OrdersCard />}
          </Stack>
          <Stack>
            {seesLab && <CriticalCard />}
            {seesTasks && <TasksCard />}
            {seesSales && <UnpaidCard />}
          </Stack>
        </Columns>
      </PageContent>
    </Page>
  )
}
