import type { Service } from '@workspace-platform/client/scheduling'
import { orNull } from '../../app/form-values.rules.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import type { ServicesSearch } from './services-search.rules.ts'

export const scopes = ['sessions', 'products', 'other'] as const

/** A service as the form edits it, with strings only. */
export type ServiceFields = {
  name: string
  scope: Service['scope']
  durationMinutes: string
  price: string
  taxRateId: string
  bufferBeforeMinutes: string
  bufferAfterMinutes: string
  isActive: 'yes' | 'no'
  externalId: string
}

const shown = (value: number | null | undefined): string => (value ? String(value) : '')

export const toServiceFields = (service: Service | null): ServiceFields => ({
  name: service?.name ?? '',
  scope: service?.scope ?? 'sessions',
  durationMinutes: shown(service?.durationMinutes),
  price: service?.price === null || service === null ? '' : String(service.price),
  taxRateId: service?.taxRateId ?? '',
  bufferBeforeMinutes: shown(service?.bufferBeforeMinutes),
  bufferAfterMinutes: shown(service?.bufferAfterMinutes),
  isActive: service?.isActive === false ? 'no' : 'yes',
  externalId: service?.externalId ?? '',
})

const isBlank = (typed: string): boolean => typed.trim() === ''
const orZero = (typed: string): number => (isBlank(typed) ? 0 : toNumber(typed))

type Numbers = 'durationMinutes' | 'price' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'

/** Returns the fields whose text is not a number that the API accepts. */
export const wrongNumbers = (fields: Pick<ServiceFields, Numbers>): Numbers[] => {
  const isMinutes = (typed: string): boolean => Number.isInteger(orZero(typed)) && orZero(typed) >= 0
  return [
    ...(['durationMinutes', 'bufferBeforeMinutes', 'bufferAfterMinutes'] as const).filter(
      (name) => !isMinutes(fields[name]),
    ),
    ...(orZero(fields.price) >= 0 ? [] : (['price'] as const)),
  ]
}

export const toServiceBody = (fields: ServiceFields) => ({
  name: fields.name.trim(),
  scope: fields.scope,
  durationMinutes: isBlank(fields.durationMinutes) ? null : toNumber(fields.durationMinutes),
  price: isBlank(fields.price) ? null : toNumber(fields.price),
  taxRateId: fields.taxRateId || null,
  bufferBeforeMinutes: orZero(fields.bufferBeforeMinutes),
  bufferAfterMinutes: orZero(fields.bufferAfterMinutes),
  isActive: fields.isActive === 'yes',
  externalId: orNull(fields.externalId),
})

/** Returns the filters for the API, without those that it would reject. */
export const toServiceQuery = ({ search, state, scope }: ServicesSearch) => {
  const known = scopes.find((each) => each === scope)
  return {
    ...(search?.trim() && { search: search.trim() }),
    ...((state === 'offered' || state === 'hidden') && { isActive: state === 'offered' }),
    ...(known && { scope: known }),
  }
}
