/** Returns a feed's public URL; `publicUrl` is the platform's base URL. */
export const calendarFeedView =
  (publicUrl: string) =>
  (token: string): string =>
    `${publicUrl}/v1/public/calendars/${token}.ics`
