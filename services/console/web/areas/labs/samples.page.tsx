import { getRouteApi } from '@tanstack/react-router'
import type { TestSample } from '@workspace-platform/client/labs'
import { ListPlus, TestTubes } from 'lucide-react'
import { useMemo, useState } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { SearchedList } from '../../app/searched-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import type { Language } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reload, seedTestSamples, useSamples } from './catalogue.queries.ts'
import { LabsTabs } from './labs-tabs.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'
import { colorOf, tubeOf } from './sample.rules.ts'

const route = getRouteApi('/shell/labs/samples')

const nameIn = ({ name, nameAr }: TestSample, language: Language): string =>
  language === 'ar' ? nameAr : name

const tubeText = (text: ReturnType<typeof useText>, tube: string): string => {
  const known = tubeOf(tube)
  return known ? text(`labs.tubes.${known}`) : tube
}

const colorText = (text: ReturnType<typeof useText>, color: string): string => {
  const known = colorOf(color)
  return known ? text(`labs.colors.${known}`) : color
}

const none = <Quiet />

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  language: Language,
): Column<TestSample>[] => [
  {
    id: 'name',
    header: text('labs.sampleName'),
    width: 2,
    cell: (sample) => <RowName>{nameIn(sample, language)}</RowName>,
  },
  {
    id: 'code',
    header: text('labs.code'),
    width: 1,
    importance: 'secondary',
    cell: ({ code }) => (
      <bdi dir="ltr" className={styles['code']}>
        {code}
      </bdi>
    ),
  },
  {
    id: 'tube',
    header: text('labs.tube'),
    width: 1.4,
    cell: ({ tube }) => (tube ? <bdi>{tubeText(text, tube)}</bdi> : none),
  },
  {
    id: 'volume',
    header: text('labs.volume'),
    width: 0.8,
    align: 'end',
    cell: ({ volumeMl }) => (volumeMl === null ? none : format.number(volumeMl)),
  },
]

/** The kinds of samples with their tubes. */
export const SamplesPage = () => {
  const text = useText()
  const format = useFormat()
  const { language } = useLanguage()
  const mayManage = may(useMember(), 'labs.manage')
  const { change } = useListSearch<LabsSearch>()
  const { search = '', open } = route.useSearch()
  const [isSeeding, setSeeding] = useState(false)
  const samples = useSamples()
  const rows = useMemo(
    () => (samples.data ?? []).filter(({ code, name, nameAr }) => matchesQuery(search, name, nameAr, code)),
    [samples.data, search],
  )
  const columns = useMemo(() => columnsFor(text, format, language), [text, format, language])
  const sample = samples.data?.find(({ id }) => id === open)
  const seed = mayManage && (
    <Button kind={samples.data?.length === 0 ? 'primary' : 'default'} onClick={() => setSeeding(true)}>
      <ListPlus aria-hidden="true" />
      {text('labs.seed')}
    </Button>
  )
  return (
    <SearchedList
      title={text('labs.samples')}
      query={samples}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('labs.searchSamples')}
      tabs={<LabsTabs />}
      action={seed}
      openId={open}
      onOpen={({ id }) => change({ open: id })}
      isFiltered={search !== ''}
      none={{ icon: TestTubes, title: text('labs.noSamples'), text: text('labs.noSamplesText') }}
    >
      {sample && (
        <SidePanel title={nameIn(sample, language)} onClose={() => change({ open: '' })}>
          <Facts
            items={[
              [text('labs.code'), <bdi key="code">{sample.code}</bdi>],
              [text('labs.tube'), sample.tube && tubeText(text, sample.tube)],
              [text('labs.tubeColor'), sample.tubeColor && colorText(text, sample.tubeColor)],
              [text('labs.volume'), sample.volumeMl === null ? null : format.number(sample.volumeMl)],
              [text('labs.handling'), language === 'ar' ? sample.handlingAr : sample.handling],
            ]}
          />
        </SidePanel>
      )}
      {isSeeding && (
        <ActionDialog
          title={text('labs.seedTitle')}
          text={text('labs.seedText')}
          confirm={text('labs.seed')}
          onCancel={() => setSeeding(false)}
          onConfirm={async () => {
            const { count } = await seedTestSamples({})
            await reload('lab_samples')
            setSeeding(false)
            showToast(text('labs.seeded', { count }))
          }}
        />
      )}
    </SearchedList>
  )
}
