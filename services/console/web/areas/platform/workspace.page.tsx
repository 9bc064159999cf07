import { getRouteApi } from '@tanstack/react-router'
import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAdminister } from '../../app/admin.rules.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { changeSearch } from '../../app/list-search.rules.ts'
import { BackLink } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Columns, Page, PageContent, Split, Stack } from '../../ui/page.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdditionForm, AdditionsCard } from './additions.tsx'
import { nameIn } from './offers.rules.ts'
import { PaymentForm } from './payment.form.tsx'
import styles from './platform.module.css'
import { useCategories, usePlanName, useWorkspace } from './platform.queries.ts'
import { RenewalForm } from './renewal.form.tsx'
import { AssignPlanForm, StorageForm, SubscriptionForm } from './subscription.form.tsx'
import { WorkspacePayments } from './workspace-payments.tsx'
import { stateOf, stateTones } from './workspace.rules.ts'

const route = getRouteApi('/shell/platform/workspaces/$workspaceId')

/** One workspace: its subscription, invoice additions and payments. */
export const WorkspaceScreen = () => {
  const text = useText()
  const { workspaceId } = route.useParams()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: workspace, error, refetch } = useWorkspace(workspaceId)
  const show = (next: string): void =>
    void navigate({ search: (before) => changeSearch(before, { open: next }) })
  const state = workspace && stateOf(workspace, new Date())
  return (
    <Split>
      <Page
        title={workspace?.name ?? text('platform.workspace')}
        before={<BackLink to="/platform/workspaces" label={text('platform.backToWorkspaces')} />}
        {...(state && {
          count: <Badge tone={stateTones[state]}>{text(`platform.state.${state}`)}</Badge>,
        })}
        actions={
          workspace && (
            <Button kind="primary" onClick={() => show('renew')}>
              <RefreshCw aria-hidden="true" />
              {text('platform.renew')}
            </Button>
          )
        }
      >
        <PageContent>
          {error && !workspace ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : workspace ? (
            <Columns narrow="start">
              <Stack>
                <SubscriptionCard workspace={workspace} onEdit={show} />
                <BusinessCard workspace={workspace} />
              </Stack>
              <Stack>
                <AdditionsCard workspace={workspace} onEdit={show} />
                <WorkspacePayments workspaceId={workspaceId} onAdd={() => show('payment')} />
              </Stack>
            </Columns>
          ) : (
            <Skeleton lines={8} />
          )}
        </PageContent>
      </Page>
      {workspace && open && (
        <EditPanel key={open} workspace={workspace} open={open} onClose={() => show('')} />
      )}
    </Split>
  )
}

type PanelProps = { workspace: AdminWorkspace; open: string; onClose: () => void }

/** The form named by `open`, or the invoice addition with this id. */
const EditPanel = ({ workspace, open, onClose }: PanelProps) => {
  const text = useText()
  const mayPlan = mayAdminister(useMember(), 'plans.manage')
  const forms: [name: string, title: string, form: ReactNode][] = [
    ['renew', text('platform.renewTitle'), <RenewalForm workspace={workspace} onDone={onClose} />],
    [
      'subscription',
      text('platform.editSubscription'),
      <SubscriptionForm workspace={workspace} onDone={onClose} />,
    ],
    ['storage', text('platform.editStorage'), <StorageForm workspace={workspace} onDone={onClose} />],
    ['payment', text('platform.recordPayment'), <PaymentForm workspace={workspace} onDone={onClose} />],
    ...(mayPlan
      ? [
          [
            'plan',
            text('platform.changePlan'),
            <AssignPlanForm workspace={workspace} onDone={onClose} />,
          ] satisfies [string, string, ReactNode],
        ]
      : []),
  ]
  const addition = workspace.invoiceAdditions.find(({ id }) => id === open) ?? null
  if (open === 'addition' || addition)
    return (
      <SidePanel title={text(addition ? 'platform.editAddition' : 'platform.addAddition')} onClose={onClose}>
        <AdditionForm workspaceId={workspace.id} addition={addition} onDone={onClose} />
      </SidePanel>
    )
  const shown = forms.find(([name]) => name === open)
  if (!shown) return null
  const [, title, form] = shown
  return (
    <SidePanel title={title} onClose={onClose}>
      {form}
    </SidePanel>
  )
}

type CardProps = { workspace: AdminWorkspace; onEdit: (form: string) => void }

const SubscriptionCard = ({ workspace, onEdit }: CardProps) => {
  const text = useText()
  const format = useFormat()
  const planName = usePlanName()
  const mayPlan = mayAdminister(useMember(), 'plans.manage')
  const { plan, subscriptionEndDate, discountPercentage, additionalStorageMB } = workspace
  return (
    <Card title={text('platform.subscription')}>
      <div className={styles['stack']}>
        <Facts
          items={[
            [text('platform.plan'), planName(plan)],
            [
              text('platform.endsOn'),
              subscriptionEndDate ? format.fullDate(subscriptionEndDate) : text('platform.never'),
            ],
            [
              text('platform.discount'),
              discountPercentage === null
                ? text('platform.categoryDiscount')
                : format.percent(discountPercentage / 100),
            ],
            [text('platform.additionalStorage'), text('platform.megabytes', { count: additionalStorageMB })],
          ]}
        />
        <div className={styles['actions']}>
          {mayPlan && <Button onClick={() => onEdit('plan')}>{text('platform.changePlan')}</Button>}
          <Button onClick={() => onEdit('subscription')}>{text('platform.editSubscription')}</Button>
          <Button onClick={() => onEdit('storage')}>{text('platform.editStorage')}</Button>
        </div>
      </div>
    </Card>
  )
}

const BusinessCard = ({ workspace }: { workspace: AdminWorkspace }) => {
  const text = useText()
  const format = useFormat()
  const { id, email, businessCategorySlug: slug, marketingOptIn, createdAt } = workspace
  const { language } = useLanguage()
  const { data: categories } = useCategories(mayAdminister(useMember(), 'plans.manage'))
  const category = categories?.find((each) => each.slug === slug)
  return (
    <Card title={text('platform.business')}>
      <Facts
        items={[
          [
            text('platform.email'),
            <a key="email" href={`mailto:${email}`}>
              <EmailText>{email}</EmailText>
            </a>,
          ],
          [text('platform.category'), category ? nameIn(language, category) : slug],
          [text('platform.marketing'), text(marketingOptIn ? 'field.yes' : 'field.no')],
          [text('platform.since'), format.fullDate(createdAt)],
          [
            text('platform.id'),
            <bdi key="id" dir="ltr" className={styles['code']}>
              {id}
            </bdi>,
          ],
        ]}
      />
    </Card>
  )
}
