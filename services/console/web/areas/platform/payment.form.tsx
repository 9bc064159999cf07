import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { paymentTypes, toMoment } from './money.rules.ts'
import { billingCalls, reloadPlatform } from './platform.queries.ts'
import { WorkspacePicker } from './workspace-picker.tsx'

type Props = {
  /** The workspace that paid; without it, the form asks. */
  workspace?: AdminWorkspace
  onDone: () => void
}

/** Records a payment that was made outside the platform. It does not extend the subscription. */
export const PaymentForm = ({ workspace, onDone }: Props) => {
  const text = useText()
  const form = useForm({
    initial: { workspaceId: workspace?.id ?? '', type: 'subscription', amount: '', paidAt: '', note: '' },
    check: ({ workspaceId, amount }) => ({
      ...(workspaceId === '' && { workspaceId: text('form.required') }),
      ...(Number.isNaN(toNumber(amount)) && { amount: text('field.number') }),
    }),
    submit: async ({ workspaceId, type, amount, paidAt, note }, idempotencyKey) => {
      await billingCalls.createPayment({
        body: {
          workspaceId,
          type: paymentTypes.find((each) => each === type)!,
          amount: toNumber(amount),
          note: note.trim() || null,
          ...(paidAt && { paidAt: toMoment(paidAt) }),
        },
        idempotencyKey,
      })
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('platform.recorded'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text('platform.recordPayment')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {!workspace && (
        <WorkspacePicker
          workspaceId={form.values.workspaceId}
          error={form.field('workspaceId').error}
          onPick={(id) => form.change('workspaceId', id)}
        />
      )}
      <FormRow>
        <Select
          label={text('platform.type')}
          choices={paymentTypes.map((value) => ({ value, label: text(`platform.paymentType.${value}`) }))}
          autoFocus={workspace !== undefined}
          {...form.field('type')}
        />
        <TextField label={text('platform.amountUsd')} inputMode="decimal" {...form.field('amount')} />
      </FormRow>
      <DateField
        label={text('platform.paidOn')}
        hint={text('platform.dayHint')}
        isOptional
        {...form.field('paidAt')}
      />
      <TextArea label={text('platform.note')} isOptional {...form.field('note')} />
      <SaveActions isBusy={form.isBusy} label={text('platform.record')} onCancel={onDone} />
    </Form>
  )
}
