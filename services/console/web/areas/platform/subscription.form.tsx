import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { LoadFailure } from '../../app/load-failure.tsx'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useLanguage, useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { nameIn } from './offers.rules.ts'
import { billingCalls, reloadPlatform, usePlans } from './platform.queries.ts'
import { isMistyped, toEnd, toOptionalNumber } from './workspace.rules.ts'

type Props = { workspace: AdminWorkspace; onDone: () => void }

const useSaved = (onDone: () => void) => {
  const text = useText()
  return (): void => {
    showToast(text('action.saved'))
    onDone()
  }
}

/** Changes the plan immediately; the subscription's end does not change. */
export const AssignPlanForm = ({ workspace, onDone }: Props) => {
  const text = useText()
  const { language } = useLanguage()
  const onSaved = useSaved(onDone)
  const { data: plans, error, refetch } = usePlans()
  const form = useForm({
    initial: { planId: workspace.planId },
    submit: async ({ planId }) => {
      await billingCalls.assignPlan({ params: { workspaceId: workspace.id }, body: { planId } })
      await reloadPlatform()
    },
    onSaved,
  })
  if (error && !plans) return <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
  if (!plans) return <Skeleton lines={3} />
  return (
    <Form form={form} label={text('platform.changePlan')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Select
        label={text('platform.plan')}
        hint={text('platform.changePlanHint')}
        autoFocus
        choices={plans
          .filter(({ id, isActive }) => isActive || id === workspace.planId)
          .map((plan) => ({ value: plan.id, label: nameIn(language, plan) }))}
        {...form.field('planId')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}

/** Sets the end and the discount without a renewal, for example after an agreement. */
export const SubscriptionForm = ({ workspace, onDone }: Props) => {
  const text = useText()
  const onSaved = useSaved(onDone)
  const { subscriptionEndDate, discountPercentage } = workspace
  const form = useForm({
    initial: {
      subscriptionEndDate: subscriptionEndDate?.slice(0, 10) ?? '',
      discountPercentage: discountPercentage === null ? '' : String(discountPercentage),
    },
    check: (fields) => ({
      ...(isMistyped(fields.discountPercentage) && { discountPercentage: text('field.number') }),
    }),
    submit: async (fields) => {
      await billingCalls.updateSubscription({
        params: { workspaceId: workspace.id },
        body: {
          subscriptionEndDate: toEnd(fields.subscriptionEndDate, subscriptionEndDate),
          discountPercentage: toOptionalNumber(fields.discountPercentage),
        },
      })
      await reloadPlatform()
    },
    onSaved,
  })
  return (
    <Form form={form} label={text('platform.editSubscription')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <DateField
        label={text('platform.endsOn')}
        hint={text('platform.endHint')}
        isOptional
        autoFocus
        {...form.field('subscriptionEndDate')}
      />
      <TextField
        label={text('platform.discountPercent')}
        hint={text('platform.discountHint')}
        inputMode="decimal"
        isOptional
        {...form.field('discountPercentage')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}

/** Adds storage to the plan's storage. */
export const StorageForm = ({ workspace, onDone }: Props) => {
  const text = useText()
  const onSaved = useSaved(onDone)
  const form = useForm({
    initial: { additionalStorageMB: String(workspace.additionalStorageMB) },
    check: ({ additionalStorageMB }) => ({
      ...(Number.isNaN(toNumber(additionalStorageMB)) && { additionalStorageMB: text('field.number') }),
    }),
    submit: async ({ additionalStorageMB }) => {
      await billingCalls.updateStorage({
        params: { workspaceId: workspace.id },
        body: { additionalStorageMB: toNumber(additionalStorageMB) },
      })
      await reloadPlatform()
    },
    onSaved,
  })
  return (
    <Form form={form} label={text('platform.editStorage')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('platform.storageMegabytes')}
        hint={text('platform.storageHint')}
        inputMode="numeric"
        autoFocus
        {...form.field('additionalStorageMB')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}
