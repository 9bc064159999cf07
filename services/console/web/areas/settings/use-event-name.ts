import { useCallback } from 'react'
import { useText } from '../../i18n/language.ts'
import { eventParts, wildcardOf } from './event-type.rules.ts'

/** Returns a function that names the type of an event, such as `invoice.paid` or `client.*`. */
export const useEventName = (): ((type: string) => string) => {
  const text = useText()
  return useCallback(
    (type) => {
      if (type === '*') return text('settings.everyEvent')
      if (type === 'endpoint.test') return text('settings.testEvent')
      const whole = wildcardOf(type)
      if (whole) return text(`settings.resource.${whole}`)
      const parts = eventParts(type)
      if (!parts) return type
      const { resource, verb } = parts
      return text('settings.eventName', {
        resource: text(`settings.resource.${resource}`),
        verb: text(`settings.verb.${verb}`),
      })
    },
    [text],
  )
}
