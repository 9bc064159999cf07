import { getRouteApi } from '@tanstack/react-router'
import type { Holiday } from '@workspace-platform/client/scheduling'
import { CalendarOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SimpleItem } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reloadHolidays, schedulingCalls, useHolidays } from './calendar-settings.queries.ts'
import { HolidayForm } from './holiday.form.tsx'
import { SettingsList } from './settings-list.tsx'

const route = getRouteApi('/shell/settings/holidays')

/** The days on which the workspace is closed. */
export const HolidaysPage = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'holidays.manage')
  const query = useHolidays()
  const { onSearch } = useListSearch()
  const { search = '' } = route.useSearch()
  const holidays = (query.data ?? []).filter(({ name }) => matchesQuery(search, name))
  const [edited, setEdited] = useState<Holiday | 'new' | null>(null)
  const [removed, setRemoved] = useState<Holiday | null>(null)
  const remove = async ({ id }: Holiday): Promise<void> => {
    await schedulingCalls.deleteHoliday({ params: { holidayId: id } })
    setRemoved(null)
    showToast(text('action.deleted'))
    await reloadHolidays()
  }
  const add = mayManage && (
    <Button kind="primary" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" />
      {text('settings.addHoliday')}
    </Button>
  )
  const detailOf = ({ date, recurrenceRule }: Holiday): string =>
    [
      format.fullDate(date),
      ...(recurrenceRule ? [text(`settings.repeats.${recurrenceRule.frequency}`)] : []),
    ].join(' • ')
  return (
    <Page
      title={text('settings.holidays')}
      actions={add}
      toolbar={<SearchField label={text('settings.searchHolidays')} value={search} onChange={onSearch} />}
    >
      <PageContent isNarrow>
        <SettingsList
          title={text('settings.closedDays')}
          search={search}
          query={query}
          isEmpty={holidays.length === 0}
          none={{
            icon: CalendarOff,
            title: text('settings.noHolidays'),
            text: text('settings.noHolidaysText'),
          }}
        >
          {holidays.map((holiday) => (
            <SimpleItem
              key={holiday.id}
              title={holiday.name}
              detail={detailOf(holiday)}
              end={
                mayManage && (
                  <>
                    <Button
                      aria-label={text('settings.editNamed', { name: holiday.name })}
                      onClick={() => setEdited(holiday)}
                    >
                      {text('action.edit')}
                    </Button>
                    <Button
                      aria-label={text('settings.deleteNamed', { name: holiday.name })}
                      onClick={() => setRemoved(holiday)}
                    >
                      {text('action.delete')}
                    </Button>
                  </>
                )
              }
            />
          ))}
        </SettingsList>
      </PageContent>
      {edited && (
        <Dialog
          title={text(edited === 'new' ? 'settings.addHoliday' : 'settings.editHoliday')}
          onClose={() => setEdited(null)}
        >
          <HolidayForm holiday={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
        </Dialog>
      )}
      {removed && (
        <DeleteDialog
          title={text('settings.deleteQuestion', { name: removed.name })}
          text={text('settings.deleteHolidayText')}
          onCancel={() => setRemoved(null)}
          onDelete={() => remove(removed)}
        />
      )}
    </Page>
  )
}
