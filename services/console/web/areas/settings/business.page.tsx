import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { AccountContactForm } from './account-contact.form.tsx'
import { BusinessForm } from './business.form.tsx'
import { Logo } from './logo.tsx'

export const BusinessPage = () => {
  const text = useText()
  const member = useMember()
  return (
    <Page title={text('settings.business')}>
      <PageContent isNarrow>
        {may(member, 'store.manage') && <Logo />}
        <Card title={text('settings.details')}>
          <BusinessForm />
        </Card>
        <Card title={text('settings.platformContact')}>
          <AccountContactForm />
        </Card>
      </PageContent>
    </Page>
  )
}
