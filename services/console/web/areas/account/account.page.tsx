import { useState } from 'react'
import { identityCalls, useMember } from '../../app/session.ts'
import { chooseTheme, themes, useTheme } from '../../app/theme.ts'
import { chooseLanguage, languages, useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { AdminFactors } from './admin-factors.tsx'
import { LoginSessions } from './login-sessions.tsx'
import { PasswordForm } from './password.form.tsx'
import { SecondFactors } from './second-factors.tsx'

export const AccountPage = () => {
  const text = useText()
  const { workspace } = useMember()
  return (
    <Page title={text('area.account')}>
      <PageContent isNarrow>
        <Profile />
        <Appearance />
        <Card title={text('account.password')}>
          <PasswordForm />
        </Card>
        {workspace ? <SecondFactors /> : <AdminFactors />}
        <LoginSessions />
      </PageContent>
    </Page>
  )
}

const Profile = () => {
  const text = useText()
  const { account } = useMember()
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await identityCalls.sendVerification()
      showToast(text('account.verificationSent', { email: account.email }))
    } catch (error) {
      showToast(toProblem(error, text).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={text('account.profile')}>
      <div className={styles['line']}>
        <EmailText>{account.email}</EmailText>
        <Badge tone={account.emailVerified ? 'ok' : 'warn'}>
          {text(account.emailVerified ? 'account.verified' : 'account.unverified')}
        </Badge>
        {!account.emailVerified && (
          <Button isBusy={isBusy} onClick={() => void send()}>
            {text('account.sendVerification')}
          </Button>
        )}
      </div>
    </Card>
  )
}

const Appearance = () => {
  const text = useText()
  const theme = useTheme()
  const { language } = useLanguage()
  return (
    <Card title={text('account.appearance')}>
      <div className={styles['settings']}>
        <div className={styles['setting']}>
          <span>{text('account.theme')}</span>
          <Segmented
            label={text('account.theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: text(`account.theme.${value}`) }))}
            onChange={chooseTheme}
          />
        </div>
        <div className={styles['setting']}>
          <span>{text('account.language')}</span>
          <Segmented
            label={text('account.language')}
            value={language}
            options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
            onChange={(value) => void chooseLanguage(value)}
          />
        </div>
      </div>
    </Card>
  )
}
