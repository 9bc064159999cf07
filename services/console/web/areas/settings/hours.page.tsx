import { useMember } from '../../app/session.ts'
import { WorkingHoursForm } from '../../app/working-hours.form.tsx'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RegionForm } from './region.form.tsx'
import { changeWorkspace } from './settings.queries.ts'

export const HoursPage = () => {
  const text = useText()
  const { workspace } = useMember()
  return (
    <Page title={text('settings.hours')}>
      <PageContent isNarrow>
        <Card title={text('settings.workingHours')}>
          <WorkingHoursForm
            label={text('settings.workingHours')}
            hours={workspace!.workingHours}
            words={{
              none: text('settings.alwaysOpen'),
              noneText: text('settings.alwaysOpenText'),
              own: text('settings.fixedHours'),
              off: text('settings.closed'),
            }}
            onSave={async (workingHours) => {
              await changeWorkspace({ workingHours })
              showToast(text('action.saved'))
            }}
          />
        </Card>
        <Card title={text('settings.rules')}>
          <RegionForm />
        </Card>
      </PageContent>
    </Page>
  )
}
