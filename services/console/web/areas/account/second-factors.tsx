import type { MfaMethod } from '@workspace-platform/client/identity'
import { Smartphone, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useReauthentication } from '../../app/reauthentication.tsx'
import { identityCalls, useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BackupCodes } from './backup-codes.tsx'
import styles from './account.module.css'
import { reloadFactors, useFactors } from './account.queries.ts'
import { PhoneSetup } from './phone-setup.form.tsx'
import { TotpSetup } from './totp-setup.form.tsx'

type Step = 'list' | 'totp' | 'phone'

/** Shows and changes the second factors of the login. */
export const SecondFactors = () => {
  const text = useText()
  const { account } = useMember()
  const { data, error, refetch } = useFactors()
  const { confirmed, dialog } = useReauthentication()
  const [step, setStep] = useState<Step>('list')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<MfaMethod | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const run = async (call: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    try {
      await confirmed(call)
      await reloadFactors()
    } catch (caught) {
      setFailure(caught)
    }
  }
  const onEnrolled = (backupCodes?: readonly string[]): void => {
    setStep('list')
    if (backupCodes) setCodes(backupCodes)
    void reloadFactors()
  }
  const renew = () =>
    run(async () => {
      const hasCodes = (data?.backupCodes ?? 0) > 0
      const call = hasCodes ? identityCalls.regenerateBackupCodes : identityCalls.generateBackupCodes
      setCodes((await call()).codes)
    })

  const list = data && (
    <div className={styles['stack']}>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      {data.methods.length === 0 ? (
        <EmptyState isCompact icon={ShieldCheck} title={text('factors.none')}>
          {text('factors.noneText')}
        </EmptyState>
      ) : (
        <SimpleList>
          {data.methods.map((method) => (
            <FactorItem
              key={method.id}
              method={method}
              isOnly={data.methods.length === 1}
              onMakePrimary={() =>
                void run(() => identityCalls.makeMethodPrimary({ params: { methodId: method.id } }))
              }
              onRemove={() => setRemoving(method)}
            />
          ))}
        </SimpleList>
      )}
      {codes && <BackupCodes codes={codes} onDone={() => setCodes(null)} />}
      {data.methods.length > 0 && !codes && (
        <div className={styles['line']}>
          <span>{text('factors.codesLeft', { count: data.backupCodes })}</span>
          <Button onClick={() => void renew()}>{text('factors.newCodes')}</Button>
        </div>
      )}
      <div className={styles['actions']}>
        <Button kind={data.methods.length === 0 ? 'primary' : 'default'} onClick={() => setStep('totp')}>
          <ShieldCheck aria-hidden="true" />
          {text('factors.addTotp')}
        </Button>
        {account.role === 'owner' && (
          <Button onClick={() => setStep('phone')}>
            <Smartphone aria-hidden="true" />
            {text('factors.addPhone')}
          </Button>
        )}
      </div>
    </div>
  )
  return (
    <Card title={text('factors.title')}>
      {error && !data ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : step === 'totp' ? (
        <TotpSetup confirmed={confirmed} onDone={onEnrolled} onCancel={() => setStep('list')} />
      ) : step === 'phone' ? (
        <PhoneSetup confirmed={confirmed} onDone={onEnrolled} onCancel={() => setStep('list')} />
      ) : (
        (list ?? <Skeleton lines={3} />)
      )}
      {removing && (
        <ActionDialog
          title={text('factors.removeTitle')}
          text={text('factors.removeText')}
          confirm={text('factors.remove')}
          onCancel={() => setRemoving(null)}
          onConfirm={async () => {
            await confirmed(() => identityCalls.deleteMethod({ params: { methodId: removing.id } }))
            setRemoving(null)
            await reloadFactors()
          }}
        />
      )}
      {dialog}
    </Card>
  )
}

type ItemProps = { method: MfaMethod; isOnly: boolean; onMakePrimary: () => void; onRemove: () => void }

const FactorItem = ({ method, isOnly, onMakePrimary, onRemove }: ItemProps) => {
  const text = useText()
  const format = useFormat()
  const { type, hint, isPrimary, confirmedAt, lastUsedAt } = method
  return (
    <SimpleItem
      title={text(type === 'phone' ? 'factors.phone' : 'factors.totp')}
      detail={[
        // The API's hint for an authenticator app is its name in English.
        type === 'phone' && hint,
        lastUsedAt
          ? text('factors.lastUsed', { when: format.ago(lastUsedAt) })
          : text('factors.added', { when: format.ago(confirmedAt) }),
      ]
        .filter(Boolean)
        .join(' • ')}
      end={
        <>
          {isPrimary && !isOnly && <Badge tone="accent">{text('factors.primary')}</Badge>}
          {!isPrimary && <Button onClick={onMakePrimary}>{text('factors.makePrimary')}</Button>}
          <Button onClick={onRemove}>{text('factors.remove')}</Button>
        </>
      }
    />
  )
}
