import { AppError } from '@wp/kernel'

/** Throws 413 PAYLOAD_TOO_LARGE for a file above the limit, and 422 VALIDATION_FAILED for an empty one. */
export const requireSize = (sizeBytes: number, maxBytes: number): void => {
  if (sizeBytes === 0) throw invalidFile('The file is empty')
  if (sizeBytes > maxBytes)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `The file has ${sizeBytes} bytes; at most ${maxBytes} are allowed`,
    )
}

/**
 * The content type of a file by how it begins (4 KiB are enough), never by its name or what the sender says. Throws 422 VALIDATION_FAILED
 * unless it is one of `allowed`.
 */
export const sniff = async (head: Uint8Array, allowed: readonly string[]): Promise<string> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found && allowed.includes(found.mime)) return found.mime
  throw invalidFile(
    `The file is ${found ? `of the type ${found.mime}` : 'of an unknown type'}; allowed are ${allowed.join(', ')}`,
  )
}

const invalidFile = (message: string): AppError =>
  new AppError('VALIDATION_FAILED', message, { details: [{ path: 'file', message }] })
