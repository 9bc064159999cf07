import { AppError, invalid } from '@wp/kernel'

/** Throws 413 PAYLOAD_TOO_LARGE for a file above the limit and 422 VALIDATION_FAILED for an empty file. */
export const requireSize = (sizeBytes: number, maxBytes: number): void => {
  if (sizeBytes === 0) throw invalid('file', 'must not be empty')
  if (sizeBytes > maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', `The file must be at most ${maxBytes} bytes`)
}

/**
 * Detects a file's content type from its beginning (4 KiB are enough), regardless of its name. Throws
 * VALIDATION_FAILED unless it is one of `allowed`.
 */
export const sniff = async (head: Uint8Array, allowed: readonly string[]): Promise<string> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found && allowed.includes(found.mime)) return found.mime
  throw invalid('file', `must be one of ${allowed.join(', ')}, not ${found?.mime ?? 'an unknown type'}`)
}
