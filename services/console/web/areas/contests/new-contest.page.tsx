import { getRouteApi } from '@tanstack/react-router'
import { BackLink } from '../../app/record-page.tsx'
import { useText } from '../../i18n/language.ts'
import { Page, PageContent } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ContestForm } from './contest.form.tsx'

const route = getRouteApi('/shell/contests/new')

/** Creates a contest. */
export const NewContestPage = () => {
  const text = useText()
  const navigate = route.useNavigate()
  return (
    <Page title={text('contests.new')} before={<BackLink to="/contests" label={text('contests.back')} />}>
      <PageContent isNarrow>
        <ContestForm
          contest={null}
          onCancel={() => void navigate({ to: '/contests' })}
          onSaved={({ id }) => {
            void navigate({ to: '/contests/$contestId', params: { contestId: id } })
            showToast(text('action.saved'))
          }}
        />
      </PageContent>
    </Page>
  )
}
