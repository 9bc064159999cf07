import type { Client } from '@workspace-platform/client/scheduling'
import { EmailText } from '../../ui/email-text.tsx'
import { useFormat } from '../../i18n/format.ts'
import { ageOn } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Facts } from '../../ui/facts.tsx'

/** A client's details. */
export const ClientFacts = ({ client }: { client: Client }) => {
  const text = useText()
  const format = useFormat()
  const { phone, email, dateOfBirth, gender, discount, notes, externalId, language } = client
  const languageNames = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' })
  const discountText =
    discount &&
    (discount.kind === 'fixed' ? format.money(discount.value) : format.percent(discount.value / 100))
  return (
    <Facts
      items={[
        [
          text('client.phone'),
          phone && (
            <a href={`tel:${phone}`} dir="ltr">
              {phone}
            </a>
          ),
        ],
        [
          text('client.email'),
          email && (
            <a href={`mailto:${email}`}>
              <EmailText>{email}</EmailText>
            </a>
          ),
        ],
        [
          text('client.dateOfBirth'),
          dateOfBirth &&
            text('client.bornAge', {
              date: format.fullDate(dateOfBirth),
              age: ageOn(format.today(), dateOfBirth),
            }),
        ],
        [text('client.gender'), gender && text(`gender.${gender}`)],
        [text('client.discount'), discountText],
        [text('client.since'), format.fullDate(client.createdAt)],
        [text('client.language'), language && languageNames.of(language)],
        [text('client.notes'), notes],
        [text('client.externalId'), externalId && <bdi key="id">{externalId}</bdi>],
      ]}
    />
  )
}
