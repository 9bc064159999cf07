import { Plus, Trash2 } from 'lucide-react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { newKey } from '../../ui/intent.ts'
import type { VariantRow } from './product.rules.ts'
import styles from './shop.module.css'

const maxVariants = 100

type Props = {
  rows: readonly VariantRow[]
  /** The initial price of a new variant. */
  price: string
  /** The tax rates that a variant can have, including its current one. */
  taxChoices: (used: string) => { value: string; label: string }[]
  error: string | undefined
  onChange: (rows: VariantRow[]) => void
}

/** The sizes, colors and so on of a product, each with its own price, tax rate and stock. */
export const VariantsEditor = ({ rows, price, taxChoices, error, onChange }: Props) => {
  const text = useText()
  const change = (key: string, changes: Partial<VariantRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <div className={styles['stack']}>
      {error && <Notice tone="bad">{error}</Notice>}
      {rows.length === 0 && <p className={styles['text']}>{text('shop.noVariants')}</p>}
      {rows.map((row, index) => (
        <div
          key={row.key}
          className={styles['variant']}
          role="group"
          aria-label={row.name || text('shop.newVariant')}
        >
          <TextField
            label={text('shop.variantName')}
            value={row.name}
            maxLength={100}
            autoComplete="off"
            autoFocus={row.id === '' && index === rows.length - 1 && row.name === ''}
            onChange={({ target }) => change(row.key, { name: target.value })}
          />
          <TextField
            label={text('shop.sku')}
            value={row.sku}
            maxLength={100}
            dir="ltr"
            autoComplete="off"
            onChange={({ target }) => change(row.key, { sku: target.value })}
          />
          <TextField
            label={text('shop.price')}
            value={row.price}
            inputMode="decimal"
            autoComplete="off"
            onChange={({ target }) => change(row.key, { price: target.value })}
          />
          {taxChoices(row.taxRateId).length > 0 && (
            <Select
              label={text('shop.tax')}
              choices={[{ value: '', label: text('shop.productTax') }, ...taxChoices(row.taxRateId)]}
              value={row.taxRateId}
              onChange={({ target }) => change(row.key, { taxRateId: target.value })}
            />
          )}
          <TextField
            label={text('shop.stock')}
            value={row.stock}
            placeholder={text('shop.notTracked')}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => change(row.key, { stock: target.value })}
          />
          <span className={styles['tools']}>
            <Checkbox
              label={text('shop.variantActive')}
              checked={row.isActive}
              onChange={({ target }) => change(row.key, { isActive: target.checked })}
            />
            <Button
              kind="ghost"
              isIcon
              aria-label={text('shop.removeVariant', { name: row.name })}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </span>
        </div>
      ))}
      {rows.length < maxVariants && (
        <div>
          <Button
            onClick={() =>
              onChange([
                ...rows,
                { key: newKey(), id: '', name: '', sku: '', price, taxRateId: '', stock: '', isActive: true },
              ])
            }
          >
            <Plus aria-hidden="true" />
            {text('shop.addVariant')}
          </Button>
        </div>
      )}
    </div>
  )
}
