import { useState } from 'react'
import { identityCalls, useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './account.module.css'

type Props = {
  confirmed: <T>(call: () => Promise<T>) => Promise<T>
  onDone: () => void
  onCancel: () => void
}

/** Sends a code to a phone, then asks for it. */
export const PhoneSetup = ({ confirmed, onDone, onCancel }: Props) => {
  const text = useText()
  const { workspace } = useMember()
  const [challenge, setChallenge] = useState<{ challengeId: string; hint: string } | null>(null)
  const form = useForm({
    initial: { phone: workspace?.phone ?? '', code: '' },
    check: ({ phone, code }) => ({
      ...(!challenge && phone.trim() === '' && { phone: text('form.required') }),
      ...(challenge && code.trim() === '' && { code: text('form.required') }),
    }),
    submit: async ({ phone, code }) => {
      if (!challenge)
        return setChallenge(
          await confirmed(() => identityCalls.startPhone({ body: { phone: phone.trim() } })),
        )
      const body = { challengeId: challenge.challengeId, code: code.trim() }
      await confirmed(() => identityCalls.verifyPhone({ body }))
      return onDone()
    },
  })
  return (
    <div className={styles['form']}>
      <Form form={form} label={text('factors.addPhone')}>
        {challenge ? (
          <>
            <Notice>{text('phone.sent', { to: challenge.hint })}</Notice>
            <TextField
              key="code"
              label={text('phone.code')}
              type="tel"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              {...form.field('code')}
            />
          </>
        ) : (
          <TextField
            key="phone"
            label={text('phone.number')}
            type="tel"
            autoComplete="tel"
            autoFocus
            {...form.field('phone')}
          />
        )}
        <SaveActions
          isBusy={form.isBusy}
          label={text(challenge ? 'totp.confirm' : 'phone.send')}
          onCancel={onCancel}
        />
      </Form>
    </div>
  )
}
