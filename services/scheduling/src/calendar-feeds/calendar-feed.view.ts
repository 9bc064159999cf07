/** The public address of a feed; `publicUrl` is where callers reach the platform. */
export const calendarFeedView =
  (publicUrl: string) =>
  (token: string): string =>
    `${publicUrl}/v1/public/calendars/${token}.ics`
