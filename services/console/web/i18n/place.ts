/** Where the workspace is: money and times are shown in its currency and time zone, wherever the user is. */
export type Place = { currencyCode: string; timeZone: string }

let place: Place | null = null

export const setPlace = (next: Place): void => {
  place = next
}

// The browser's time zone is read only when it is needed: the first use of `Intl.DateTimeFormat` takes more than 100 ms
// on a phone, and the login page shows no dates.
export const currentPlace = (): Place =>
  (place ??= { currencyCode: 'USD', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
