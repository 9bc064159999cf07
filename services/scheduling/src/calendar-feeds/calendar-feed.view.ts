/** Returns the public URL of a feed; `publicUrl` is the URL of the platform. */
export const calendarFeedView =
  (publicUrl: string) =>
  (token: string): string =>
    `${publicUrl}/v1/public/calendars/${token}.ics`
