import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMember } from '../../app/session.ts'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageContent, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCustomFields } from './calendar-settings.queries.ts'
import { CustomFieldForm } from './custom-field.form.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import type { FieldKind } from './custom-field.rules.ts'

const route = getRouteApi('/shell/settings/fields')

/** The custom fields of sessions and staff. */
export const FieldsPage = () => {
  const text = useText()
  const navigate = route.useNavigate()
  const member = useMember()
  const { change, onSearch } = useListSearch<ListSearch<'search' | 'open'>>()
  const { open, kind: given, search = '' } = route.useSearch()
  const kinds = (['session', 'staff'] as const).filter((each) =>
    may(member, each === 'session' ? 'sessions.view' : 'staff.view'),
  )
  const kind: FieldKind = given && kinds.includes(given) ? given : (kinds[0] ?? 'session')
  const mayChange = may(member, kind === 'session' ? 'sessions.update' : 'staff.update')
  const query = useCustomFields(kind, true)
  const fields = query.data ?? []
  const opened = fields.find(({ id }) => id === open)
  const show = (next: string | null): void => change({ open: next ?? '' })
  const add = mayChange && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text('settings.addField')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('settings.fields')}
        actions={add}
        toolbar={
          <>
            {kinds.length > 1 && (
              <Segmented
                label={text('settings.fields')}
                value={kind}
                options={kinds.map((value) => ({ value, label: text(`settings.fieldKind.${value}`) }))}
                onChange={(next) => void navigate({ search: { kind: next } })}
              />
            )}
            <SearchField label={text('settings.searchFields')} value={search} onChange={onSearch} />
          </>
        }
      >
        <PageContent isNarrow>
          <CustomFieldList key={kind} {...{ kind, query, search, mayChange, add }} onEdit={show} />
        </PageContent>
      </Page>
      {mayChange && (open === 'new' || opened) && (
        <SidePanel
          key={`${kind}-${open}`}
          title={text(opened ? 'settings.editField' : 'settings.addField')}
          onClose={() => show(null)}
        >
          <CustomFieldForm
            kind={kind}
            field={opened ?? null}
            onCancel={() => show(null)}
            onSaved={() => {
              show(null)
              showToast(text('action.saved'))
            }}
          />
        </SidePanel>
      )}
    </Split>
  )
}
