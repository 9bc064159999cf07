import { getRouteApi } from '@tanstack/react-router'
import type { Plan } from '@workspace-platform/client/admin-billing'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { BackLink } from '../../app/record-page.tsx'
import { useLanguage, useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { nameIn } from './offers.rules.ts'
import { PlanForm } from './plan.form.tsx'
import { billingCalls, reloadPlatform, usePlan } from './platform.queries.ts'

const route = getRouteApi('/shell/platform/plans/$planId')

/** One plan, or the form of a new one. */
export const PlanScreen = () => {
  const text = useText()
  const { language } = useLanguage()
  const { planId } = route.useParams()
  const isNew = planId === 'new'
  const { data: plan, error, refetch } = usePlan(isNew ? null : planId)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Page
      title={plan ? nameIn(language, plan) : text(isNew ? 'platform.newPlan' : 'platform.plan')}
      before={<BackLink to="/platform/plans" label={text('platform.backToPlans')} />}
      actions={
        plan && (
          <Button onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            {text('action.delete')}
          </Button>
        )
      }
    >
      <PageContent isNarrow>
        {error && !plan ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : isNew || plan ? (
          <PlanForm key={planId} plan={plan ?? null} />
        ) : (
          <Card title={text('platform.plan')}>
            <Skeleton lines={8} />
          </Card>
        )}
      </PageContent>
      {isDeleting && plan && <DeletePlan plan={plan} onCancel={() => setDeleting(false)} />}
    </Page>
  )
}

const DeletePlan = ({ plan, onCancel }: { plan: Plan; onCancel: () => void }) => {
  const text = useText()
  const { language } = useLanguage()
  const navigate = route.useNavigate()
  const remove = async (): Promise<void> => {
    await billingCalls.deletePlan({ params: { planId: plan.id } })
    await navigate({ to: '/platform/plans' })
    void reloadPlatform()
    showToast(text('action.deleted'))
  }
  return (
    <DeleteDialog
      title={text('platform.deleteQuestion', { name: nameIn(language, plan) })}
      text={text('platform.deletePlanText')}
      onDelete={remove}
      onCancel={onCancel}
    />
  )
}
