/** Where the workspace is: money and times are shown in its currency and time zone, wherever the user is. */
export type Place = { currencyCode: string; timeZone: string }

let place: Place = { currencyCode: 'USD', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }

export const setPlace = (next: Place): void => {
  place = next
}

export const currentPlace = (): Place => place
