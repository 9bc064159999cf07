import { getRouteApi, Link } from '@tanstack/react-router'
import type { LabTest } from '@workspace-platform/client/labs'
import { Pencil } from 'lucide-react'
import { SentMessages } from '../../app/sent-messages.tsx'
import { BackLink, RecordBody, RecordPage } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Columns, Stack } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCoupons } from './catalogue.queries.ts'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'
import { useTest } from './labs.queries.ts'
import { Results } from './results.tsx'
import { TestActions } from './test-actions.tsx'
import { TestBilling } from './test-billing.tsx'
import { EditTestForm } from './test.form.tsx'
import { isOpen, testTones } from './test.rules.ts'

const route = getRouteApi('/shell/labs/tests/$testId')

/** A lab test: results, report and billing. */
export const TestPage = () => {
  const text = useText()
  const format = useFormat()
  const { testId } = route.useParams()
  const { edit } = route.useSearch()
  const { change } = useListSearch<LabsSearch>()
  const query = useTest(testId)
  const coupons = useCoupons(true)
  const test = query.data
  const canEdit = may(useMember(), 'labs.run') && test !== undefined && isOpen(test)
  const coupon = coupons.data?.find(({ id }) => id === test?.couponId)
  // The form needs the code of the coupon, which the test does not contain.
  const isEditing = edit === 'yes' && canEdit && !coupons.isPending
  const stopEditing = (): void => change({ edit: '' })
  return (
    <RecordPage
      query={query}
      title={
        test
          ? text('labs.testTitle', { number: format.serial(test.number), name: test.clientName })
          : text('labs.test')
      }
      back={<BackLink to="/labs" label={text('labs.back')} />}
      actions={test && <TestActions test={test} />}
    >
      <Columns narrow="end">
        {test ? (
          <Results test={test} />
        ) : (
          <Card title={text('labs.results')}>
            <Skeleton lines={6} />
          </Card>
        )}
        <Stack>
          <Card
            title={text(isEditing ? 'labs.editTest' : 'labs.details')}
            action={
              canEdit &&
              !isEditing && (
                <Button onClick={() => change({ edit: 'yes' })}>
                  <Pencil aria-hidden="true" />
                  {text('action.edit')}
                </Button>
              )
            }
          >
            <RecordBody
              query={query}
              isEditing={isEditing}
              onStopEditing={stopEditing}
              form={(record, onSaved) => (
                <EditTestForm
                  test={record}
                  couponCode={coupon?.couponCode ?? ''}
                  onCancel={stopEditing}
                  onSaved={onSaved}
                />
              )}
            >
              {(record) => (
                <>
                  <TestFacts test={record} coupon={coupon?.couponTitle ?? null} />
                  <SentMessages recordId={record.id} />
                </>
              )}
            </RecordBody>
          </Card>
          {test && <TestBilling test={test} />}
        </Stack>
      </Columns>
    </RecordPage>
  )
}

const TestFacts = ({ test, coupon }: { test: LabTest; coupon: string | null }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const { status, clientId, clientName, testDate, createdAt, completedAt } = test
  return (
    <Facts
      items={[
        [
          text('labs.status'),
          <Badge key="status" tone={testTones[status]}>
            {text(`testStatus.${status}`)}
          </Badge>,
        ],
        [
          text('labs.client'),
          may(member, 'clients.view') ? (
            <Link to="/clients/$clientId" params={{ clientId }} className={styles['link']!}>
              {clientName}
            </Link>
          ) : (
            clientName
          ),
        ],
        [text('labs.testDate'), format.fullDate(testDate)],
        [text('labs.coupon'), coupon],
        [text('labs.ordered'), format.dateTime(createdAt)],
        [text('labs.completedAt'), completedAt && format.dateTime(completedAt)],
      ]}
    />
  )
}
