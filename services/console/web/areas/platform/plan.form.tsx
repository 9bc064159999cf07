import { useNavigate } from '@tanstack/react-router'
import type { Plan } from '@workspace-platform/client/admin-billing'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { Stack } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { toPlanBody, toPlanFields } from './plan.rules.ts'
import { billingCalls, reloadPlatform } from './platform.queries.ts'
import { isMistyped, periods } from './workspace.rules.ts'

const numbers = ['sortOrder', 'trialPeriodDays', 'maxStaff', 'storageMb', ...periods] as const

/**
 * Creates a plan, or changes one. Changed limits apply to workspaces on the plan immediately, prices at their
 * next renewal.
 */
export const PlanForm = ({ plan }: { plan: Plan | null }) => {
  const text = useText()
  const navigate = useNavigate()
  const form = useForm({
    initial: toPlanFields(plan),
    paths: { flags: 'maxStaff', pricePeriods: 'monthly', 'translations.1': 'arabicName' },
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: text('form.required') }),
      ...(fields.slug.trim() === '' && { slug: text('form.required') }),
      ...Object.fromEntries(
        numbers.filter((name) => isMistyped(fields[name])).map((name) => [name, text('field.number')]),
      ),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toPlanBody(fields, plan)
      if (plan) await billingCalls.updatePlan({ params: { planId: plan.id }, body })
      else await billingCalls.createPlan({ body, idempotencyKey })
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('action.saved'))
      if (!plan) void navigate({ to: '/platform/plans' })
    },
  })
  return (
    <Form form={form} label={text(plan ? 'platform.editPlan' : 'platform.newPlan')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Card title={text('platform.planDetails')}>
        <Stack>
          <FormRow>
            <TextField
              label={text('platform.name')}
              autoFocus={!plan}
              autoComplete="off"
              {...form.field('name')}
            />
            <TextField
              label={text('platform.arabicName')}
              isOptional
              dir="rtl"
              {...form.field('arabicName')}
            />
          </FormRow>
          <FormRow>
            <TextArea
              label={text('platform.description')}
              isOptional
              rows={2}
              {...form.field('description')}
            />
            <TextArea
              label={text('platform.arabicDescription')}
              isOptional
              rows={2}
              dir="rtl"
              {...form.field('arabicDescription')}
            />
          </FormRow>
          <FormRow>
            <TextField
              label={text('platform.slug')}
              hint={text('platform.slugHint')}
              dir="ltr"
              autoComplete="off"
              {...form.field('slug')}
            />
            <TextField
              label={text('platform.sortOrder')}
              hint={text('platform.sortOrderHint')}
              inputMode="numeric"
              {...form.field('sortOrder')}
            />
          </FormRow>
          <Checkbox
            label={text('platform.isOffered')}
            checked={form.values.isActive === 'yes'}
            onChange={({ target }) => form.change('isActive', target.checked ? 'yes' : '')}
          />
        </Stack>
      </Card>
      <Card title={text('platform.prices')}>
        <FormRow>
          {periods.map((period) => (
            <TextField
              key={period}
              label={text(`platform.period.${period}`)}
              isOptional
              inputMode="decimal"
              {...form.field(period)}
            />
          ))}
        </FormRow>
      </Card>
      <Card title={text('platform.limits')}>
        <FormRow>
          <TextField
            label={text('platform.maxStaff')}
            hint={text('platform.limitHint')}
            isOptional
            inputMode="numeric"
            {...form.field('maxStaff')}
          />
          <TextField
            label={text('platform.storageMb')}
            hint={text('platform.limitHint')}
            isOptional
            inputMode="numeric"
            {...form.field('storageMb')}
          />
          <TextField
            label={text('platform.trialDays')}
            isOptional
            inputMode="numeric"
            {...form.field('trialPeriodDays')}
          />
        </FormRow>
      </Card>
      <Card title={text('platform.features')}>
        <TextArea
          label={text('platform.featureLines')}
          hint={text('platform.featureHint')}
          isOptional
          rows={8}
          dir="ltr"
          placeholder="web-shop | Web shop | المتجر الإلكتروني"
          {...form.field('features')}
        />
      </Card>
      <SaveActions isBusy={form.isBusy} label={text(plan ? 'action.save' : 'platform.createPlan')} />
    </Form>
  )
}
