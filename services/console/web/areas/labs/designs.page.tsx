import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import type { LabDesignResult } from '@workspace-platform/client/labs'
import { Download, LayoutTemplate, Pencil, Plus } from 'lucide-react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Columns, Page, PageContent, Stack } from '../../ui/page.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import { loadDesign, reload } from './catalogue.queries.ts'
import { DesignForm } from './design.form.tsx'
import { DesignTrial } from './design-trial.tsx'
import { LabsTabs } from './labs-tabs.tsx'
import { toTestNumber } from './labs-search.rules.ts'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'

const route = getRouteApi('/shell/labs/designs')

/** How the results of a test are laid out, calculated and commented, by its number in the catalogue. */
export const DesignsPage = () => {
  const text = useText()
  const { design: number } = route.useSearch()
  const testId = toTestNumber(number ?? '')
  return (
    <Page title={text('labs.designs')} toolbar={<LabsTabs />}>
      <PageContent>
        <OpenDesign number={number ?? ''} />
        {testId === null ? (
          <EmptyState icon={LayoutTemplate} title={text('labs.noDesignOpen')}>
            {text('labs.noDesignOpenText')}
          </EmptyState>
        ) : (
          <Design key={testId} testId={testId} />
        )}
      </PageContent>
    </Page>
  )
}

const OpenDesign = ({ number }: { number: string }) => {
  const text = useText()
  const { change } = useListSearch<LabsSearch>()
  const form = useForm({
    initial: { number },
    check: (values) => (toTestNumber(values.number) === null ? { number: text('labs.catalogueHint') } : {}),
    submit: async (values) => change({ design: String(toTestNumber(values.number)), edit: '' }),
  })
  return (
    <Form form={form} label={text('labs.openDesign')}>
      <div className={styles['openDesign']}>
        <TextField
          label={text('labs.catalogueNumber')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('number')}
        />
        <Button type="submit">{text('labs.openDesign')}</Button>
      </div>
    </Form>
  )
}

const Design = ({ testId }: { testId: number }) => {
  const text = useText()
  const { edit } = route.useSearch()
  const { change } = useListSearch<LabsSearch>()
  const { run, running, problem } = useAction<'fetch'>()
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['lab_designs', testId],
    queryFn: async ({ signal }) => {
      try {
        return (await loadDesign(testId, false, signal)).designResult
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null
        throw failure
      }
    },
  })
  if (error && data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton lines={8} />
  if (edit === 'yes')
    return (
      <DesignForm
        testId={testId}
        design={data ?? null}
        onCancel={() => change({ edit: '' })}
        onSaved={() => {
          change({ edit: '' })
          showToast(text('action.saved'))
        }}
      />
    )
  if (data) return <DesignView design={data} onEdit={() => change({ edit: 'yes' })} />
  const fetchFromCatalogue = async (): Promise<void> => {
    await loadDesign(testId, true)
    await reload('lab_designs')
  }
  return (
    <>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <EmptyState
        icon={LayoutTemplate}
        title={text('labs.noDesign')}
        action={
          <span className={styles['line']}>
            <Button isBusy={running !== null} onClick={() => void run('fetch', fetchFromCatalogue)}>
              <Download aria-hidden="true" />
              {text('labs.fetchDesign')}
            </Button>
            <Button kind="primary" onClick={() => change({ edit: 'yes' })}>
              <Plus aria-hidden="true" />
              {text('labs.createDesign')}
            </Button>
          </span>
        }
      >
        {text('labs.noDesignText')}
      </EmptyState>
    </>
  )
}

const DesignView = ({ design, onEdit }: { design: LabDesignResult; onEdit: () => void }) => {
  const text = useText()
  const format = useFormat()
  const mayRun = may(useMember(), 'labs.run')
  const formulas = new Map(design.calculationsRules.map(({ target, expression }) => [target, expression]))
  return (
    <Columns narrow="end">
      <Card
        title={text('labs.designOf', { number: format.serial(design.testId) })}
        action={
          <Button onClick={onEdit}>
            <Pencil aria-hidden="true" />
            {text('action.edit')}
          </Button>
        }
      >
        {design.sections.map(({ title, rows }) => (
          <section key={title} className={styles['section']} aria-label={title}>
            <h3>{title}</h3>
            <SimpleList>
              {rows.map(({ label, kind, unit, options }) => (
                <SimpleItem
                  key={label}
                  title={label}
                  detail={
                    formulas.has(label) ? (
                      <bdi dir="ltr">{`= ${formulas.get(label)}`}</bdi>
                    ) : (
                      options && format.list(options)
                    )
                  }
                  end={unit ? <bdi>{unit}</bdi> : text(`labs.kind.${kind}`)}
                />
              ))}
            </SimpleList>
          </section>
        ))}
      </Card>
      <Stack>{mayRun && <DesignTrial design={design} />}</Stack>
    </Columns>
  )
}
