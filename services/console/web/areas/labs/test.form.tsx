import type { LabTest } from '@workspace-platform/client/labs'
import { useId, useState } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AnalysisPicker } from './analysis-picker.tsx'
import type { PickedAnalysis } from './analysis-picker.tsx'
import { useCoupons } from './catalogue.queries.ts'
import { ClientPicker } from './client-picker.tsx'
import styles from './labs.module.css'
import { createTest, reloadTests, updateTest } from './labs.queries.ts'
import { isBilled, totalsOf } from './test.rules.ts'

type Props = { onSaved: (test: LabTest) => void; onCancel: () => void }

/** Orders analyses for a client. */
export const NewTestForm = ({ onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const maySeeClients = may(useMember(), 'clients.view')
  const [clientName, setClientName] = useState('')
  const [chosen, setChosen] = useState<PickedAnalysis[]>([])
  const { data: coupons = [] } = useCoupons()
  const form = useForm({
    initial: { clientId: '', testDate: format.today(), analysisIds: '', couponCode: '' },
    check: ({ clientId, testDate, analysisIds }) => ({
      ...(clientId === '' && { clientId: text('form.required') }),
      ...(testDate === '' && { testDate: text('form.required') }),
      ...(analysisIds === '' && { analysisIds: text('form.required') }),
    }),
    submit: async ({ clientId, testDate, analysisIds, couponCode }, idempotencyKey) => {
      const { test } = await createTest({
        body: {
          clientId,
          testDate,
          analysisIds: analysisIds.split(','),
          couponCode: couponCode.trim() || null,
        },
        idempotencyKey,
      })
      await reloadTests()
      return test
    },
    onSaved,
  })
  const { clientId, couponCode } = form.values
  const typed = couponCode.trim().toLocaleLowerCase()
  const coupon = coupons.find(
    (each) => each.couponCode.toLocaleLowerCase() === typed && each.couponStatus === 'active',
  )
  const { subtotal, discount, total } = totalsOf(
    chosen.map(({ price }) => price),
    coupon ?? null,
  )
  if (!maySeeClients) return <Notice>{text('labs.needsClients')}</Notice>
  return (
    <Form form={form} label={text('labs.newTest')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <ClientPicker
        client={clientId ? { id: clientId, name: clientName } : null}
        error={form.field('clientId').error}
        onPick={(client) => {
          setClientName(client?.name ?? '')
          form.change('clientId', client?.id ?? '')
        }}
      />
      <DateField label={text('labs.testDate')} {...form.field('testDate')} />
      <AnalysisPicker
        chosen={chosen}
        error={form.field('analysisIds').error}
        onChange={(next) => {
          setChosen(next)
          form.change('analysisIds', next.map(({ id }) => id).join())
        }}
      />
      <CouponField {...form.field('couponCode')} />
      {chosen.length > 0 && (
        <p className={styles['total']} aria-live="polite">
          {discount > 0 && (
            <span>
              {text('labs.withDiscount', {
                subtotal: format.money(subtotal),
                discount: format.money(discount),
              })}
            </span>
          )}
          <b>{text('labs.totalOf', { total: format.money(total) })}</b>
        </p>
      )}
      <SaveActions isBusy={form.isBusy} label={text('labs.order')} onCancel={onCancel} />
    </Form>
  )
}

type CouponProps = Omit<Parameters<typeof TextField>[0], 'label'>

/** The code of a coupon, with the active ones as suggestions. */
const CouponField = (field: CouponProps) => {
  const text = useText()
  const id = useId()
  const { data: coupons = [] } = useCoupons()
  return (
    <div>
      <TextField
        label={text('labs.couponCode')}
        isOptional
        autoComplete="off"
        maxLength={100}
        list={id}
        {...field}
      />
      <datalist id={id}>
        {coupons
          .filter(({ couponStatus }) => couponStatus === 'active')
          .map(({ couponCode, couponTitle }) => (
            <option key={couponCode} value={couponCode}>
              {couponTitle}
            </option>
          ))}
      </datalist>
    </div>
  )
}

type EditProps = Props & { test: LabTest; couponCode: string }

/** Changes the client, date or coupon of a test. A different client or date re-evaluates the results. */
export const EditTestForm = ({ test, couponCode, onSaved, onCancel }: EditProps) => {
  const text = useText()
  const maySeeClients = may(useMember(), 'clients.view')
  const [clientName, setClientName] = useState(test.clientName)
  const isFixed = isBilled(test)
  const form = useForm({
    initial: { clientId: test.clientId, testDate: test.testDate, couponCode },
    check: ({ clientId, testDate }) => ({
      ...(clientId === '' && { clientId: text('form.required') }),
      ...(testDate === '' && { testDate: text('form.required') }),
    }),
    submit: async (fields) => {
      const body = {
        ...(fields.clientId !== test.clientId && { clientId: fields.clientId }),
        ...(fields.testDate !== test.testDate && { testDate: fields.testDate }),
        ...(fields.couponCode.trim() !== couponCode && { couponCode: fields.couponCode.trim() || null }),
      }
      const saved = await updateTest({ params: { testId: test.id }, body })
      await reloadTests()
      return saved.test
    },
    onSaved,
  })
  const { clientId } = form.values
  return (
    <Form form={form} label={text('labs.editTest')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {isFixed && <Notice>{text('labs.billedText')}</Notice>}
      <ClientPicker
        client={clientId ? { id: clientId, name: clientName } : null}
        error={form.field('clientId').error}
        isFixed={isFixed || !maySeeClients}
        onPick={(client) => {
          setClientName(client?.name ?? '')
          form.change('clientId', client?.id ?? '')
        }}
      />
      <DateField
        label={text('labs.testDate')}
        hint={text('labs.reevaluateHint')}
        {...form.field('testDate')}
      />
      {!isFixed && <CouponField {...form.field('couponCode')} />}
      <SaveActions isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  )
}
