import { z } from 'zod'

/** A person's password. The upper limit keeps hashing affordable. */
export const Password = z
  .string()
  .min(8, { error: 'must have at least 8 characters' })
  .max(200, { error: 'must have at most 200 characters' })
  .regex(/\d/, { error: 'must contain a digit' })

/** An admin's password. */
export const AdminPassword = z
  .string()
  .min(12, { error: 'must have at least 12 characters' })
  .max(200, { error: 'must have at most 200 characters' })
