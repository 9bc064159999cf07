import type { InvoiceItem, PosInvoice } from '@workspace-platform/client/pos'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { taxOf } from '../../app/sales/basket.rules.ts'
import type { Line } from '../../app/sales/basket.rules.ts'
import { DiscountEditor } from './discount-editor.tsx'
import {
  addInvoiceDiscount,
  addInvoiceItem,
  reloadInvoices,
  removeInvoiceDiscount,
  removeInvoiceItem,
  updateInvoiceItem,
} from './invoices.queries.ts'
import { LineEditor } from './line-editor.tsx'
import { useDiscountName } from './use-discount-name.ts'

/** The lines of a draft, such as the invoice of an appointment, which can still be changed. */
export const DraftLines = ({ invoice }: { invoice: PosInvoice }) => {
  const text = useText()
  const format = useFormat()
  const { nameOf, reasonOf } = useDiscountName()
  const { workspace } = useMember()
  const [edited, setEdited] = useState<InvoiceItem | 'new' | 'discount' | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const { id: invoiceId, currencyCode } = invoice
  const money = (amount: number): string => format.money(amount, currencyCode)
  const close = (): void => setEdited(null)
  const remove = async (id: string, call: () => Promise<unknown>): Promise<void> => {
    setBusyId(id)
    try {
      await call()
      await reloadInvoices()
    } catch (error) {
      showToast(toProblem(error, text).message)
    } finally {
      setBusyId(null)
    }
  }
  const toLine = ({
    id,
    productId,
    variantId,
    serviceId,
    name,
    quantity,
    unitPrice,
    taxRateId,
  }: InvoiceItem): Line => {
    const tax = taxOf(workspace?.taxRates ?? [], taxRateId)
    return {
      key: id,
      productId,
      variantId,
      serviceId,
      name,
      quantity,
      unitPrice,
      taxRateId,
      tax,
      usualTax: tax,
    }
  }
  const saveLine = async (line: Line, idempotencyKey: string): Promise<void> => {
    const { name, quantity, unitPrice, taxRateId } = line
    const body = { name, quantity, unitPrice, ...(taxRateId !== undefined && { taxRateId }) }
    if (edited === 'new') await addInvoiceItem({ params: { invoiceId }, body, idempotencyKey })
    else await updateInvoiceItem({ params: { invoiceId, itemId: (edited as InvoiceItem).id }, body })
    await reloadInvoices()
  }
  return (
    <>
      <SimpleList>
        {invoice.items.map((item) => (
          <SimpleItem
            key={item.id}
            title={item.name}
            detail={
              <bdi>{`${format.number(item.quantity)} × ${format.amount(item.unitPrice, currencyCode)}`}</bdi>
            }
            end={
              <>
                {money(item.total)}
                <Button
                  kind="ghost"
                  isIcon
                  aria-label={text('invoice.editItem', { name: item.name })}
                  onClick={() => setEdited(item)}
                >
                  <Pencil aria-hidden="true" />
                </Button>
                <Button
                  kind="ghost"
                  isIcon
                  isBusy={busyId === item.id}
                  aria-label={text('invoice.removeItem', { name: item.name })}
                  onClick={() =>
                    void remove(item.id, () => removeInvoiceItem({ params: { invoiceId, itemId: item.id } }))
                  }
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </>
            }
          />
        ))}
        {invoice.discounts.map(({ id, amount, ...discount }) => (
          <SimpleItem
            key={id}
            title={nameOf(discount)}
            end={
              <>
                −{money(amount)}
                <Button
                  kind="ghost"
                  isIcon
                  isBusy={busyId === id}
                  aria-label={text('till.removeDiscount', { reason: reasonOf(discount) })}
                  onClick={() =>
                    void remove(id, () => removeInvoiceDiscount({ params: { invoiceId, discountId: id } }))
                  }
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </>
            }
          />
        ))}
        <SimpleItem title={<b>{text('till.total')}</b>} end={<b>{money(invoice.total)}</b>} />
      </SimpleList>
      <FormActions>
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          {text('invoice.addItem')}
        </Button>
        <Button onClick={() => setEdited('discount')}>
          <Plus aria-hidden="true" />
          {text('till.addDiscount')}
        </Button>
      </FormActions>
      {edited === 'discount' ? (
        <DiscountEditor
          currencyCode={currencyCode}
          onSave={async (body, idempotencyKey) => {
            await addInvoiceDiscount({ params: { invoiceId }, body, idempotencyKey })
            await reloadInvoices()
          }}
          onClose={close}
        />
      ) : (
        edited && (
          <LineEditor {...(edited !== 'new' && { line: toLine(edited) })} onSave={saveLine} onClose={close} />
        )
      )}
    </>
  )
}
