import type { PosInvoice } from '@workspace-platform/client/pos'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'

type Discount = Pick<PosInvoice['discounts'][number], 'kind' | 'value' | 'reason'>

/** Returns functions that name a discount: “Client discount 10 %”, or the reason alone for an amount. */
export const useDiscountName = () => {
  const text = useText()
  const format = useFormat()
  // The platform writes the reason of a client's discount in English.
  const reasonOf = ({ reason }: Pick<Discount, 'reason'>): string =>
    reason === 'Client discount' ? text('till.clientDiscount') : reason
  const nameOf = (discount: Discount): string =>
    discount.kind === 'percentage'
      ? `${reasonOf(discount)} ${format.percent(discount.value / 100)}`
      : reasonOf(discount)
  return { reasonOf, nameOf }
}
