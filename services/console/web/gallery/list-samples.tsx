import { Users } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../app/list-body.tsx'
import { Button } from '../ui/button.tsx'
import { Quiet, RowName } from '../ui/cell.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Change, Figure, FigureNote, Figures } from '../ui/figure.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { Columns, Stack } from '../ui/page.tsx'
import { ShareBars } from '../ui/share-bars.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Section } from './gallery-section.tsx'
import styles from './gallery.module.css'

type Person = { id: string; name: string; visits: number }
const people: Person[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index),
  name: `Person ${index + 1}`,
  visits: (index * 7) % 40,
}))

const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', width: 3, cell: ({ name }) => <RowName>{name}</RowName> },
  { id: 'visits', header: 'Visits', width: 1, align: 'end', cell: ({ visits }) => visits || <Quiet /> },
]

const days = Array.from({ length: 14 }, (_, index) => index + 1)

/** Lists, figures and charts in all states. */
export const ListSamples = () => {
  const [open, setOpen] = useState<string | null>('2')
  return (
    <>
      <Section title="Figures: more, less, loading, failed">
        <Figures>
          <Figure label="Income" value="EGP 148,920" hasFailed={false}>
            <FigureNote>
              <Change change={0.124} percent="12.4 %" /> than last month
            </FigureNote>
          </Figure>
          <Figure label="Expenses" value="EGP 61,305" hasFailed={false}>
            <FigureNote>
              <Change change={0.031} percent="3.1 %" isCost /> than last month
            </FigureNote>
          </Figure>
          <Figure label="Loading" value={undefined} hasFailed={false} />
          <Figure label="Failed" value={undefined} hasFailed />
        </Figures>
      </Section>
      <Section title="Line chart, shares">
        <LineChart
          labels={days.map((day) => `${day} Nov`)}
          values={days.map((day) => 400 + ((day * 37) % 11) * 60)}
          before={days.map((day) => 300 + ((day * 29) % 13) * 50)}
          names={{ point: 'Day', values: 'This period', before: 'Period before', table: 'Show as a table' }}
          format={(value) => `EGP ${value}`}
          formatTick={String}
        />
        <ShareBars
          items={[
            { id: 'rent', label: 'Rent', value: 24_000, shown: '24,000.00' },
            { id: 'products', label: 'Products', value: 15_840, shown: '15,840.00' },
            { id: 'other', label: 'Other', value: 900, shown: '900.00' },
          ]}
        />
      </Section>
      <Section title="Tabs, files">
        <Tabs label="Lists">
          <a href="#overview" aria-current="page">
            Overview
          </a>
          <a href="#expenses">Expenses</a>
        </Tabs>
        <FileDrop
          label="Add receipt"
          hint="Drop pictures or PDF files here."
          accept={['image/png']}
          isBusy={false}
          onFiles={() => undefined}
        />
      </Section>
      <Section title="Table: rows, loading">
        <div className={styles['table']}>
          <DataTable
            label="People"
            columns={columns}
            rows={people}
            idOf={({ id }) => id}
            selectedId={open}
            onOpen={({ id }) => setOpen(id)}
          />
        </div>
        <div className={styles['table']}>
          <DataTable label="Loading people" columns={columns} rows={[]} idOf={({ id }) => id} isLoading />
        </div>
      </Section>
      <Section title="Side panel">
        <div className={styles['panel']}>
          <SidePanel title="Laila Osman" onClose={() => undefined}>
            <Skeleton lines={3} />
          </SidePanel>
        </div>
      </Section>
      <Section title="List: not loaded, nothing found, nothing yet">
        <Columns>
          <Stack>
            <ListBody
              query={{ error: new Error('failed'), isPending: false, refetch: () => undefined }}
              isEmpty
              isCompact
              none={{ title: 'No clients yet' }}
            >
              {null}
            </ListBody>
          </Stack>
          <Stack>
            <ListBody
              isEmpty
              isCompact
              none={{ title: 'No clients yet' }}
              notFound={{ title: 'No client found', showAll: 'Show all', onShowAll: () => undefined }}
            >
              {null}
            </ListBody>
          </Stack>
        </Columns>
      </Section>
      <Section title="Empty, skeleton">
        <EmptyState icon={Users} title="No clients yet" action={<Button kind="primary">Add client</Button>}>
          Add the people who visit you.
        </EmptyState>
        <Skeleton lines={3} />
      </Section>
    </>
  )
}
