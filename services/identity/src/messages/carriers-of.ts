import type { ConfigOf } from '@wp/config'
import type { identityConfig } from '../config.ts'
import { smtpCarrier, twilioCarrier } from './carriers.ts'
import type { Carrier } from './mailbox.ts'

/** The carriers that are configured; null where none is. */
export const carriersOf = (
  config: ConfigOf<typeof identityConfig>,
): { email: Carrier | null; sms: Carrier | null } => {
  const { smtpUrl, mailFrom, twilioAccountSid, twilioAuthToken, twilioFrom, twilioApiUrl } = config
  return {
    email: smtpUrl ? smtpCarrier(smtpUrl, mailFrom) : null,
    sms:
      twilioAccountSid && twilioAuthToken && twilioFrom
        ? twilioCarrier({
            apiUrl: twilioApiUrl,
            accountSid: twilioAccountSid,
            authToken: twilioAuthToken,
            from: twilioFrom,
          })
        : null,
  }
}
