import type { DeclaredEvents } from '@wp/runtime'
import type { EventType } from './event-type.contract.ts'

/** Holds the types of public events that the services declare, in alphabetical order. */
export const eventTypeStore = () => {
  let types: readonly EventType[] = []
  return {
    update: (declared: DeclaredEvents): void => {
      types = [...declared.values()]
        .flat()
        .flatMap(({ publicTypes, permission }) => publicTypes.map((type) => ({ type, permission })))
        .toSorted((a, b) => (a.type < b.type ? -1 : 1))
    },
    list: (): readonly EventType[] => types,
  }
}
