/** Operations without a key that other tests repeat: the file under `services` and the title of the test. */
export const testedElsewhere: Record<string, [file: string, title: string]> = {
  changePassword: [
    'identity/test/passwords.test.ts',
    'ends the other login sessions but not the current one',
  ],
  confirmAdminTotp: [
    'identity/test/admins.test.ts',
    'enrolls an authenticator app, then requires a code from it to log in',
  ],
  confirmBookingContact: [
    'scheduling/test/booking-customers.test.ts',
    'becomes the existing client when the customer confirms through the link in the email',
  ],
  confirmTotp: [
    'identity/test/mfa.test.ts',
    'enrolls an authenticator app as the primary method and returns backup codes',
  ],
  createShopOrder: [
    'storefront/test/shop-cart.test.ts',
    'orders several products and variants together, once per form, and is then empty',
  ],
  createWorkspace: [
    'identity/test/signup.test.ts',
    'rejects an email that belongs to an account or admin, regardless of case, as does POST /workspace',
  ],
  logout: [
    'identity/test/login.test.ts',
    'invalidates both tokens of the current login session only, and clears the cookie',
  ],
  redriveDeadLetter: [
    'identity/test/audit.test.ts',
    'lists a dead letter without its event data and redelivers it once',
  ],
  resetPassword: [
    'identity/test/passwords.test.ts',
    'sets a new password, accepts the token only once and ends all login sessions',
  ],
  seedTestSamples: [
    'labs/test/test-samples.test.ts',
    'creates no duplicates and keeps the ids when seeding is repeated, even concurrently',
  ],
  signup: [
    'identity/test/signup.test.ts',
    'creates one workspace for twelve concurrent requests with the same email',
  ],
  submitBookingForm: [
    'scheduling/test/booking-site.test.ts',
    'books once when the form is sent twice, and rejects a changed form with the same key',
  ],
  submitStartForm: [
    'contests/test/contest-pages.test.ts',
    'starts one attempt for a form that is submitted several times concurrently, and limits its cookie to the contest',
  ],
  updateJobProgress: [
    'storefront/test/jobs.test.ts',
    'applies an update only once when its state or its webhook-id is repeated',
  ],
  verifyDomain: [
    'storefront/test/domains.test.ts',
    'keeps a domain pending until a DNS record contains the token, and then activates it',
  ],
  verifyEmail: [
    'identity/test/email-verification.test.ts',
    'verifies the address with the token from the signup email, which works only once',
  ],
  verifyPhone: [
    'identity/test/mfa.test.ts',
    'enrolls a phone and logs in with the codes sent to it, and rejects wrong and used codes',
  ],
}

/**
 * The reasons in `idempotency-exceptions.ts` why a repeated request leaves nothing behind or replaces the
 * earlier result.
 */
export const withoutLastingEffect = [
  'every login is a new one, and its reply contains tokens',
  'each call replaces what the one before created',
  'sends a message, limited by address and recipient',
  'computes a reply and stores nothing for the caller',
  'is a form: a repetition changes nothing, and tries are counted',
  'is a form that stores nothing: the cart is a cookie',
  'is a form: a repetition changes nothing',
  'the sender decides: every request is recorded',
]
