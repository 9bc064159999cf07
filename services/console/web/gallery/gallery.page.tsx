import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ActionDialog, DeleteDialog } from '../ui/action-dialog.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckList } from '../ui/check-list.tsx'
import { classNames } from '../ui/class-names.ts'
import { ComboBox, Picked } from '../ui/combo-box.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateField, DateSegments, DateTimeField, TimeField } from '../ui/date-field.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Checkbox, PasswordField, Select, TextArea, TextField } from '../ui/field.tsx'
import { FilterButton, FilterChip, FilterSelect, FilterToggle } from '../ui/filter-select.tsx'
import { FormRow, SaveActions } from '../ui/form.tsx'
import { Menu } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { SimpleItem, SimpleList } from '../ui/simple-list.tsx'
import { showToast } from '../ui/toast.tsx'
import { Section } from './gallery-section.tsx'
import styles from './gallery.module.css'
import { ListSamples } from './list-samples.tsx'

/** Every component in all states, light and dark, in both directions. For development, so the texts are fixed. */
export const GalleryPage = () => (
  <main className={styles['gallery']}>
    <Variant name="light" isDark={false} dir="ltr" />
    <Variant name="dark, right to left" isDark dir="rtl" />
    <Variant name="light, right to left" isDark={false} dir="rtl" />
    <Variant name="dark" isDark dir="ltr" />
  </main>
)

const Row = ({ children }: { children: ReactNode }) => <div className={styles['row']}>{children}</div>

const services = [
  { value: 'cut', label: 'Cut' },
  { value: 'colour', label: 'Colour' },
]

const Variant = ({ name, isDark, dir }: { name: string; isDark: boolean; dir: 'ltr' | 'rtl' }) => {
  const [segment, setSegment] = useState('day')
  const [channels, setChannels] = useState<string[]>(dir === 'ltr' ? ['email'] : [])
  const [search, setSearch] = useState('Laila')
  const [asked, setAsked] = useState<'confirm' | 'delete' | 'failing' | null>(null)
  const [query, setQuery] = useState('')
  const [service, setService] = useState('')
  const [isOn, setOn] = useState(true)
  const [chosen, setChosen] = useState(['cut'])
  const [typed, setTyped] = useState('Laila Osman')
  const [moments, setMoments] = useState<Record<string, string>>({
    date: '2026-11-16',
    time: '14:30',
    moment: '2026-11-16T14:30',
  })
  const dates = (field: string) => ({
    value: moments[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setMoments({ ...moments, [field]: target.value }),
  })
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
          <PasswordField label="Password" defaultValue="correct-horse-1" />
          <Select
            label="Select"
            choices={[
              { value: 'a', label: 'First' },
              { value: 'b', label: 'Second' },
            ]}
          />
        </FormRow>
        <FormRow>
          <DateField label="Date" {...dates('date')} />
          <DateField label="Date, empty" isOptional min="2026-11-10" max="2026-11-25" {...dates('other')} />
          <DateField label="Date with error" error="is required" value="" onChange={() => undefined} />
          <DateField label="Date, disabled" disabled value="2026-11-16" onChange={() => undefined} />
          <TimeField label="Time" {...dates('time')} />
          <DateTimeField label="Date and time" hint="Times in Africa/Cairo" {...dates('moment')} />
          <DateSegments kind="time" isCompact label="Compact" {...dates('time')} />
        </FormRow>
        <TextArea label="Notes" isOptional defaultValue="Prefers cooler tones." />
        <Checkbox label="Send me news" defaultChecked />
        <CheckList
          label="Send by"
          hint="Customers receive the message through each of these channels."
          error={channels.length === 0 ? 'must contain at least one channel' : undefined}
          choices={[
            { value: 'email', label: 'Email' },
            { value: 'sms', label: 'SMS' },
          ]}
          values={channels}
          onChange={setChannels}
        />
        <FormRow>
          <ComboBox
            label="Combo box"
            placeholder="Type or press the down arrow"
            query={query}
            onQuery={setQuery}
            options={services.map(({ value, label }) => ({ id: value, label, detail: '45 min' }))}
            onPick={({ label }) => setQuery(label)}
          />
          <ComboBox
            label="Combo box with error"
            error="is required"
            query=""
            onQuery={() => undefined}
            options={[]}
            note="Nothing found"
            onPick={() => undefined}
          />
          <CheckList
            label="Check list, stacked"
            isOptional
            isStacked
            choices={services}
            values={chosen}
            onChange={setChosen}
          />
        </FormRow>
        <Picked
          items={services.map(({ value, label }) => ({ id: value, label, detail: '45 min' }))}
          removeLabel={(label) => `Remove ${label}`}
          onRemove={() => undefined}
        />
        <SaveActions isBusy={false} onCancel={() => undefined} />
      </Section>
      <Section title="Progress">
        <Row>
          {(['accent', 'ok', 'bad'] as const).map((tone, index) => (
            <ProgressBar key={tone} label={`Progress ${tone}`} percent={30 + index * 35} tone={tone} />
          ))}
        </Row>
      </Section>
      <Section title="Search, segments, menu, toast, dialog">
        <Row>
          <SearchField label="Search" value={search} onChange={setSearch} />
          <FilterSelect
            label="Service"
            value={service}
            all="All services"
            choices={services}
            onChange={setService}
          />
          <FilterSelect label="Set" value="cut" choices={services} onChange={() => undefined} />
          <FilterButton label="Dates" onClick={() => undefined} />
          <FilterChip label="Laila Osman" onRemove={() => undefined} />
          <FilterChip
            label="1 Nov – 16 Nov"
            name="Dates"
            onOpen={() => undefined}
            onRemove={() => undefined}
          />
          <FilterToggle label="Show cancelled" isOn={isOn} onChange={setOn} />
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
                onAction: () => setAsked('delete'),
              },
            ]}
          >
            Menu
          </Menu>
          <Button onClick={() => showToast('Saved')}>Toast</Button>
          <Button onClick={() => setAsked('confirm')}>Dialog</Button>
          <Button onClick={() => setAsked('delete')}>Delete</Button>
          <Button onClick={() => setAsked('failing')}>Action that fails</Button>
        </Row>
        {asked === 'confirm' && (
          <ConfirmDialog
            title="Leave without saving?"
            text="Your changes have not been saved."
            confirm="Leave"
            cancel="Stay"
            onConfirm={() => setAsked(null)}
            onCancel={() => setAsked(null)}
          />
        )}
        {asked === 'delete' && (
          <DeleteDialog
            title="Delete Laila Osman?"
            text="The client disappears from lists."
            onDelete={async () => setAsked(null)}
            onCancel={() => setAsked(null)}
          />
        )}
        {asked === 'failing' && (
          <ActionDialog
            title="Void the invoice?"
            text="Its number stays in use."
            confirm="Void"
            onConfirm={() => Promise.reject(new Error('The gallery has no invoices'))}
            messageOf={() => 'The invoice is already paid.'}
            onCancel={() => setAsked(null)}
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
              [
                'Phone',
                <span key="phone" dir="ltr">
                  +20 100 123 4567
                </span>,
              ],
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
              detail="Cut • Sara Nabil"
              end={<Badge tone="ok">Completed</Badge>}
            />
            <SimpleItem
              start="14:00"
              title="Laila Osman"
              detail="Color and cut"
              end={<Badge tone="accent">Scheduled</Badge>}
            />
          </SimpleList>
        </Card>
      </Section>
      <ListSamples />
    </div>
  )
}
