import type { LabCoupon } from '@workspace-platform/client/labs'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextField } from '../../ui/field.tsx'
import { Form, FormActions, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createLabCoupon, deleteLabCoupon, reload, updateLabCoupon } from './catalogue.queries.ts'

/** Adds a coupon, or changes one. Tests that use it keep its earlier terms. */
export const CouponForm = ({ coupon, onDone }: { coupon: LabCoupon | null; onDone: () => void }) => {
  const text = useText()
  const format = useFormat()
  const [isDeleting, setDeleting] = useState(false)
  const form = useForm({
    initial: {
      couponTitle: coupon?.couponTitle ?? '',
      couponCode: coupon?.couponCode ?? '',
      couponType: coupon?.couponType ?? ('percentage' as LabCoupon['couponType']),
      couponValue: coupon ? String(coupon.couponValue) : '',
      couponStatus: coupon?.couponStatus ?? ('active' as LabCoupon['couponStatus']),
    },
    check: ({ couponTitle, couponCode, couponValue }) => ({
      ...(couponTitle.trim() === '' && { couponTitle: text('form.required') }),
      ...(couponCode.trim() === '' && { couponCode: text('form.required') }),
      ...(!(toNumber(couponValue) >= 0) && { couponValue: text('field.number') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = {
        ...fields,
        couponTitle: fields.couponTitle.trim(),
        couponCode: fields.couponCode.trim(),
        couponValue: toNumber(fields.couponValue),
      }
      if (coupon) await updateLabCoupon({ params: { couponId: coupon.id }, body })
      else await createLabCoupon({ body, idempotencyKey })
      await reload('lab_coupons')
    },
    onSaved: () => {
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text(coupon ? 'labs.editCoupon' : 'labs.addCoupon')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {coupon && (
        <FormActions>
          <Button onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            {text('action.delete')}
          </Button>
        </FormActions>
      )}
      <TextField
        label={text('labs.couponTitle')}
        autoFocus
        autoComplete="off"
        maxLength={500}
        {...form.field('couponTitle')}
      />
      <TextField
        label={text('labs.couponCode')}
        hint={text('labs.couponHint')}
        autoComplete="off"
        maxLength={100}
        {...form.field('couponCode')}
      />
      <FormRow>
        <Select
          label={text('labs.couponType')}
          choices={[
            { value: 'percentage', label: text('labs.percentage') },
            { value: 'currency', label: text('labs.amountIn', { currency: format.currency() }) },
          ]}
          {...form.field('couponType')}
        />
        <TextField
          label={text('labs.couponValue')}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('couponValue')}
        />
      </FormRow>
      <Checkbox
        label={text('labs.couponActive')}
        checked={form.values.couponStatus === 'active'}
        onChange={({ target }) => form.change('couponStatus', target.checked ? 'active' : 'inactive')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
      {isDeleting && coupon && (
        <DeleteDialog
          title={text('labs.deleteCouponTitle', { code: coupon.couponCode })}
          text={text('labs.deleteCouponText')}
          onCancel={() => setDeleting(false)}
          onDelete={async () => {
            await deleteLabCoupon({ params: { couponId: coupon.id } })
            onDone()
            showToast(text('action.deleted'))
            await reload('lab_coupons')
          }}
        />
      )}
    </Form>
  )
}
