import { getRouteApi } from '@tanstack/react-router'
import type { TaxRate } from '@workspace-platform/client/identity'
import { Percent, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SimpleItem } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { changeWorkspace } from './settings.queries.ts'
import styles from './settings.module.css'
import { SettingsList } from './settings-list.tsx'
import { TaxRateForm } from './tax-rate.form.tsx'

const route = getRouteApi('/shell/settings/taxes')

/** The tax rates of the workspace. A used rate cannot be removed, only deactivated. */
export const TaxesPage = () => {
  const text = useText()
  const format = useFormat()
  const rates = useMember().workspace!.taxRates
  const { onSearch } = useListSearch()
  const { search = '' } = route.useSearch()
  const shown = rates.filter(({ name }) => matchesQuery(search, name))
  const [edited, setEdited] = useState<TaxRate | 'new' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const toggle = async ({ id, isActive }: TaxRate): Promise<void> => {
    setFailure(null)
    try {
      await changeWorkspace({
        taxRates: rates.map((rate) => (rate.id === id ? { ...rate, isActive: !isActive } : rate)),
      })
      showToast(text('action.saved'))
    } catch (error) {
      setFailure(error)
    }
  }
  const add = (
    <Button kind="primary" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" />
      {text('settings.addTax')}
    </Button>
  )
  return (
    <Page
      title={text('settings.taxes')}
      actions={add}
      toolbar={<SearchField label={text('settings.searchTaxes')} value={search} onChange={onSearch} />}
    >
      <PageContent isNarrow>
        <p className={styles['text']}>{text('settings.taxesText')}</p>
        {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
        <SettingsList
          title={text('settings.taxRates')}
          search={search}
          isEmpty={shown.length === 0}
          none={{
            icon: Percent,
            title: text('settings.noTaxes'),
            text: text('settings.noTaxesText'),
          }}
        >
          {shown.map((rate) => (
            <SimpleItem
              key={rate.id}
              title={rate.name}
              detail={format.percent(rate.percentage / 100)}
              end={
                <>
                  <Badge tone={rate.isActive ? 'ok' : 'neutral'}>
                    {text(rate.isActive ? 'settings.active' : 'settings.inactive')}
                  </Badge>
                  <Button
                    aria-label={text('settings.editNamed', { name: rate.name })}
                    onClick={() => setEdited(rate)}
                  >
                    {text('action.edit')}
                  </Button>
                  <Button
                    aria-label={text(rate.isActive ? 'settings.switchOffNamed' : 'settings.switchOnNamed', {
                      name: rate.name,
                    })}
                    onClick={() => void toggle(rate)}
                  >
                    {text(rate.isActive ? 'settings.switchOff' : 'settings.switchOn')}
                  </Button>
                </>
              }
            />
          ))}
        </SettingsList>
      </PageContent>
      {edited && (
        <Dialog
          title={text(edited === 'new' ? 'settings.addTax' : 'settings.editTax')}
          onClose={() => setEdited(null)}
        >
          <TaxRateForm
            rates={rates}
            rate={edited === 'new' ? null : edited}
            onDone={() => setEdited(null)}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
    </Page>
  )
}
