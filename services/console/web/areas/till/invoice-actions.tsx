import type { PosInvoice } from '@workspace-platform/client/pos'
import { Ban, Mail, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { createIntent } from '../../ui/intent.ts'
import { InvoiceMailForm } from './invoice-mail.form.tsx'
import { InvoiceMoneyForm } from './invoice-money.form.tsx'
import { dueOf, isVoidable, refundableOf } from './invoice.rules.ts'
import { finalizeInvoice, reloadInvoices, voidInvoice } from './invoices.queries.ts'

type Open = 'pay' | 'refund' | 'void' | 'finalize' | 'mail'

/** The actions that an invoice's status allows. */
export const InvoiceActions = ({ invoice }: { invoice: PosInvoice }) => {
  const text = useText()
  const member = useMember()
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const isDraft = invoice.status === 'draft'
  const canMail = !isDraft && invoice.status !== 'void'
  // A payment needs an open till; without this permission, only the invoice's till is known.
  const hasTill = invoice.sessionId !== null || may(member, 'pos.sessions.manage')
  return (
    <>
      {canMail && (
        <Button onClick={() => setOpen('mail')}>
          <Mail aria-hidden="true" />
          {text('invoice.mail')}
        </Button>
      )}
      {isVoidable(invoice) && (
        <Button onClick={() => setOpen('void')}>
          <Ban aria-hidden="true" />
          {text('invoice.void')}
        </Button>
      )}
      {hasTill && refundableOf(invoice) > 0 && (
        <Button onClick={() => setOpen('refund')}>
          <Undo2 aria-hidden="true" className="mirrored" />
          {text('invoice.refund')}
        </Button>
      )}
      {isDraft && (
        <Button kind="primary" onClick={() => setOpen('finalize')}>
          {text('invoice.finalize')}
        </Button>
      )}
      {hasTill && dueOf(invoice) > 0 && (
        <Button kind="primary" onClick={() => setOpen('pay')}>
          {text('invoice.pay')}
        </Button>
      )}
      {(open === 'pay' || open === 'refund') && (
        <InvoiceMoneyForm kind={open} invoice={invoice} onClose={close} />
      )}
      {open === 'mail' && <InvoiceMailForm invoice={invoice} onClose={close} />}
      {open === 'void' && (
        <Confirm
          title={text('invoice.voidTitle')}
          explanation={text('invoice.voidText')}
          action={text('invoice.void')}
          done={text('invoice.isVoid')}
          run={(idempotencyKey) => voidInvoice({ params: { invoiceId: invoice.id }, idempotencyKey })}
          onClose={close}
        />
      )}
      {open === 'finalize' && (
        <Confirm
          title={text('invoice.finalizeTitle')}
          explanation={text('invoice.finalizeText')}
          action={text('invoice.finalize')}
          done={text('invoice.isFinalized')}
          run={(idempotencyKey) => finalizeInvoice({ params: { invoiceId: invoice.id }, idempotencyKey })}
          onClose={close}
        />
      )}
    </>
  )
}

type ConfirmProps = {
  title: string
  explanation: string
  action: string
  done: string
  run: (idempotencyKey: string) => Promise<unknown>
  onClose: () => void
}

const Confirm = ({ title, explanation, action, done, run, onClose }: ConfirmProps) => {
  const [intent] = useState(createIntent)
  const confirm = async (): Promise<void> => {
    await intent.run(run)
    showToast(done)
    onClose()
    await reloadInvoices()
  }
  return (
    <ActionDialog title={title} text={explanation} confirm={action} onCancel={onClose} onConfirm={confirm} />
  )
}
