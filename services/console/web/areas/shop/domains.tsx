import type { Domain } from '@workspace-platform/client/storefront'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormActions, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import styles from './shop.module.css'
import { reloadDomains, shopCalls, useDomains } from './shop.queries.ts'

const tones: Record<Domain['status'], Tone> = { pending: 'warn', active: 'ok', disabled: 'neutral' }

/** The shop's own domains, with the DNS record that proves ownership. */
export const Domains = () => {
  const text = useText()
  const mayManage = may(useMember(), 'store.manage')
  const domains = useDomains()
  const all = domains.data ?? []
  return (
    <Card title={text('shop.domains')}>
      <div className={styles['stack']}>
        <ListBody
          query={domains}
          isEmpty={all.length === 0}
          isCompact
          none={{ icon: Globe, title: text('shop.noDomains'), text: text('shop.noDomainsText') }}
          skeleton={<Skeleton lines={3} />}
        >
          <ul className={styles['domains']}>
            {all.map((domain) => (
              <DomainItem key={domain.id} domain={domain} mayManage={mayManage} />
            ))}
          </ul>
        </ListBody>
        {mayManage && <DomainForm />}
      </div>
    </Card>
  )
}

const DomainForm = () => {
  const text = useText()
  const form = useForm({
    initial: { domain: '' },
    check: ({ domain }) => ({ ...(domain.trim() === '' && { domain: text('form.required') }) }),
    submit: async ({ domain }, idempotencyKey) => {
      await shopCalls.createDomain({ body: { domain: domain.trim() }, idempotencyKey })
      await reloadDomains()
    },
    onSaved: () => form.reset({ domain: '' }),
  })
  return (
    <Form form={form} label={text('shop.addDomain')}>
      <TextField
        label={text('shop.domain')}
        dir="ltr"
        placeholder="shop.example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('domain')}
      />
      <SaveActions isBusy={form.isBusy} label={text('shop.addDomain')} />
    </Form>
  )
}

const DomainItem = ({ domain, mayManage }: { domain: Domain; mayManage: boolean }) => {
  const text = useText()
  const [isDeleting, setDeleting] = useState(false)
  const { run, running, problem } = useAction<'verify' | 'toggle'>()
  const { id, status, verificationToken, sslStatus } = domain
  const params = { domainId: id }
  // The domain of a shop may have been disabled before it was verified.
  const isVerified = sslStatus !== 'none'
  const verify = async (): Promise<void> => {
    await shopCalls.verifyDomain({ params })
    await reloadDomains()
    showToast(text('shop.domainVerified'))
  }
  const toggle = async (): Promise<void> => {
    await (status === 'disabled' ? shopCalls.activateDomain({ params }) : shopCalls.disableDomain({ params }))
    await reloadDomains()
  }
  return (
    <li className={styles['domain']}>
      <div className={styles['line']}>
        <b dir="ltr">{domain.domain}</b>
        <Badge tone={tones[status]}>{text(`shop.domainStatus.${status}`)}</Badge>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {!isVerified && (
        <>
          <p className={styles['text']}>{text('shop.dnsText')}</p>
          <Facts
            items={[
              [text('shop.dnsType'), 'TXT'],
              [text('shop.dnsName'), <Copied key="name" value={`_wp-verify.${domain.domain}`} />],
              [text('shop.dnsValue'), <Copied key="value" value={verificationToken} />],
            ]}
          />
        </>
      )}
      {isVerified && status === 'active' && <p className={styles['text']}>{text('shop.sslText')}</p>}
      {mayManage && (
        <FormActions>
          {!isVerified && (
            <Button isBusy={running === 'verify'} onClick={() => void run('verify', verify)}>
              {text('shop.verify')}
            </Button>
          )}
          {isVerified && (
            <Button isBusy={running === 'toggle'} onClick={() => void run('toggle', toggle)}>
              {text(status === 'disabled' ? 'shop.activate' : 'shop.disable')}
            </Button>
          )}
          <Button
            aria-label={text('shop.deleteDomain', { name: domain.domain })}
            onClick={() => setDeleting(true)}
          >
            {text('action.delete')}
          </Button>
        </FormActions>
      )}
      {isDeleting && (
        <DeleteDialog
          title={text('shop.deleteTitle', { name: domain.domain })}
          text={text('shop.deleteDomainText')}
          onCancel={() => setDeleting(false)}
          onDelete={async () => {
            await shopCalls.deleteDomain({ params })
            showToast(text('action.deleted'))
            await reloadDomains()
          }}
        />
      )}
    </li>
  )
}

const Copied = ({ value }: { value: string }) => (
  <span className={styles['line']}>
    <bdi dir="ltr" className={styles['code']}>
      {value}
    </bdi>
    <CopyButton value={value} />
  </span>
)
