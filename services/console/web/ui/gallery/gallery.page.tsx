import { Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Button, buttonClass } from '../button.tsx'
import { Card } from '../card.tsx'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../copy-button.tsx'
import { DataTable } from '../data-table.tsx'
import type { Column } from '../data-table.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Facts } from '../facts.tsx'
import { Checkbox, PasswordField, Select, TextArea, TextField } from '../field.tsx'
import { FormActions, FormRow } from '../form.tsx'
import { Menu } from '../menu.tsx'
import { Notice } from '../notice.tsx'
import { SearchField } from '../search-field.tsx'
import { Segmented } from '../segmented.tsx'
import { SidePanel } from '../side-panel.tsx'
import { SimpleItem, SimpleList } from '../simple-list.tsx'
import { Skeleton } from '../skeleton.tsx'
import { showToast } from '../toast.tsx'
import styles from './gallery.module.css'

/** Every component in all states, light and dark, in both directions. For development, so the texts are fixed. */
export const GalleryPage = () => (
  <main className={styles['gallery']}>
    <Variant name="light" isDark={false} dir="ltr" />
    <Variant name="dark, right to left" isDark dir="rtl" />
    <Variant name="light, right to left" isDark={false} dir="rtl" />
    <Variant name="dark" isDark dir="ltr" />
  </main>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['section']}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Row = ({ children }: { children: ReactNode }) => <div className={styles['row']}>{children}</div>

type Person = { id: string; name: string; visits: number }
const people: Person[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index),
  name: `Person ${index + 1}`,
  visits: (index * 7) % 40,
}))
const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', width: 3, cell: ({ name }) => name },
  { id: 'visits', header: 'Visits', width: 1, align: 'end', cell: ({ visits }) => visits },
]

const Variant = ({ name, isDark, dir }: { name: string; isDark: boolean; dir: 'ltr' | 'rtl' }) => {
  const [segment, setSegment] = useState('day')
  const [search, setSearch] = useState('Laila')
  const [open, setOpen] = useState<string | null>('2')
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('Laila Osman')
  const input = {
    value: typed,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  }
  return (
    <div className={classNames(styles['variant'], isDark ? 'dark' : 'light')} dir={dir}>
      <h1>{name}</h1>
      <Section title="Button">
        <Row>
          <Button kind="primary">
            <Plus aria-hidden="true" />
            Primary
          </Button>
          <Button>Default</Button>
          <Button kind="ghost">Ghost</Button>
          <Button kind="danger">
            <Trash2 aria-hidden="true" />
            Danger
          </Button>
          <Button isIcon aria-label="Edit">
            <Pencil aria-hidden="true" />
          </Button>
          <Button isBusy>Busy</Button>
          <Button kind="primary" isBusy>
            Busy
          </Button>
          <Button disabled>Disabled</Button>
          <Button kind="primary" size="large">
            Large
          </Button>
          <CopyButton value="copied" />
        </Row>
      </Section>
      <Section title="Badge, Avatar">
        <Row>
          {(['neutral', 'accent', 'ok', 'warn', 'bad'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {['Sara Nabil', 'Huda Fathy', 'Karim Said', 'سارة نبيل'].map((each) => (
            <Avatar key={each} name={each} />
          ))}
          <Avatar name="Dina Zaki" isLarge />
        </Row>
      </Section>
      <Section title="Fields">
        <FormRow>
          <TextField label="Name" {...input} />
          <TextField label="Phone" type="tel" isOptional placeholder="+201001234567" />
          <TextField label="With hint" hint="Shown under the field" {...input} />
          <TextField label="With error" error="is required" defaultValue="" />
          <TextField label="Disabled" disabled {...input} />
          <TextField label="Date" type="date" defaultValue="2026-11-16" />
          <PasswordField label="Password" defaultValue="correct-horse-1" />
          <Select
            label="Select"
            choices={[
              { value: 'a', label: 'First' },
              { value: 'b', label: 'Second' },
            ]}
          />
        </FormRow>
        <TextArea label="Notes" isOptional defaultValue="Prefers cooler tones." />
        <Checkbox label="Send me news" defaultChecked />
        <FormActions>
          <Button kind="primary">Save</Button>
          <Button>Cancel</Button>
        </FormActions>
      </Section>
      <Section title="Search, segments, menu, toast, dialog">
        <Row>
          <SearchField label="Search" value={search} onChange={setSearch} />
          <Segmented
            label="View"
            value={segment}
            options={['day', 'week', 'month'].map((value) => ({ value, label: value }))}
            onChange={setSegment}
          />
          <Menu
            label="Actions"
            className={buttonClass({})}
            items={[
              { id: 'edit', label: 'Edit', icon: Pencil, onAction: () => showToast('Edit') },
              { id: 'line', isSeparator: true },
              {
                id: 'delete',
                label: 'Delete',
                icon: Trash2,
                isDangerous: true,
                onAction: () => setAsking(true),
              },
            ]}
          >
            Menu
          </Menu>
          <Button onClick={() => showToast('Saved')}>Toast</Button>
          <Button onClick={() => setAsking(true)}>Dialog</Button>
        </Row>
        {isAsking && (
          <ConfirmDialog
            title="Delete Laila Osman?"
            text="The client disappears from lists."
            confirm="Delete"
            cancel="Cancel"
            onConfirm={() => setAsking(false)}
            onCancel={() => setAsking(false)}
          />
        )}
      </Section>
      <Section title="Notice">
        <Notice>Neutral</Notice>
        <Notice tone="accent">Accent</Notice>
        <Notice tone="ok">Your email address is confirmed.</Notice>
        <Notice tone="warn">The subscription ends in three days.</Notice>
        <Notice tone="bad" reference="Reference: 4711">
          Something went wrong.
        </Notice>
      </Section>
      <Section title="Card, facts, list">
        <Card title="Laila Osman" action={<Button>Edit</Button>}>
          <Facts
            items={[
              ['Phone', '+20 100 123 4567'],
              ['Visits', '12'],
              ['Not set', null],
            ]}
          />
        </Card>
        <Card title="Sessions">
          <SimpleList>
            <SimpleItem
              start="09:30"
              title="Nour Hany"
              detail="Cut · Sara Nabil"
              end={<Badge tone="ok">Completed</Badge>}
            />
            <SimpleItem
              start="14:00"
              title="Laila Osman"
              detail="Colour and cut"
              end={<Badge tone="accent">Scheduled</Badge>}
            />
          </SimpleList>
        </Card>
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
      <Section title="Empty, skeleton">
        <EmptyState icon={Users} title="No clients yet" action={<Button kind="primary">Add client</Button>}>
          Add the people who visit you.
        </EmptyState>
        <Skeleton lines={3} />
      </Section>
    </div>
  )
}
