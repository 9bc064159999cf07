import type { ChangeEvent } from 'react'
import { useId } from 'react'
import { currencyChoices } from '../../app/currency-choices.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormRow } from '../../ui/form.tsx'
import { useSuggestions } from './entries.queries.ts'
import type { Kind } from './entry.rules.ts'

type Input = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

type Props = { kind: Kind; field: (name: 'category' | 'account') => Input }

type MoneyProps = { isReadOnly?: boolean; field: (name: 'title' | 'amount' | 'currencyCode') => Input }

/** The title, amount and currency of an entry or rule. */
export const MoneyFields = ({ isReadOnly = false, field }: MoneyProps) => {
  const text = useText()
  const { language } = useLanguage()
  return (
    <>
      <TextField
        label={text('books.title')}
        autoFocus
        autoComplete="off"
        maxLength={200}
        {...field('title')}
      />
      <FormRow>
        <TextField
          label={text('books.amount')}
          inputMode="decimal"
          autoComplete="off"
          disabled={isReadOnly}
          {...field('amount')}
        />
        <Select
          label={text('books.currency')}
          disabled={isReadOnly}
          choices={currencyChoices(language)}
          {...field('currencyCode')}
        />
      </FormRow>
    </>
  )
}

/** The category and account, with previously used ones as suggestions. */
export const LabelsRow = ({ kind, field }: Props) => {
  const text = useText()
  const id = useId()
  const { data } = useSuggestions(kind, useFormat().today())
  const known = { category: data?.categories, account: data?.accounts }
  return (
    <FormRow>
      {(['category', 'account'] as const).map((name) => (
        <div key={name}>
          <TextField
            label={text(`books.label.${name}`)}
            isOptional
            autoComplete="off"
            maxLength={100}
            list={`${id}-${name}`}
            {...field(name)}
          />
          <datalist id={`${id}-${name}`}>
            {known[name]?.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </div>
      ))}
    </FormRow>
  )
}
