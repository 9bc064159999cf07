import { AppError } from '@wp/kernel'
import busboy from 'busboy'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { checkBodyType, isDeclaredLarger, tooLarge } from './body.ts'
import type { UploadedFile } from './handle.ts'
import type { Upload } from './route.ts'
import { spool } from './spool.ts'
import type { SpooledContent } from './spool.ts'
import type { UploadAllowance } from './upload-budget.ts'

const maxFields = 50
const maxFieldBytes = 65_536

type Form = { fields: Record<string, string>; file: (UploadedFile & SpooledContent) | null }

/**
 * Reads a multipart form: at most one file in the declared field, written to disk, and text fields. Throws
 * INVALID_REQUEST for an invalid form, 413 for a file that is too large, 415 for another content type, and any error
 * that `allowance` throws. The caller must close the file.
 */
export const readForm = (
  request: IncomingMessage,
  upload: Upload,
  limit: number,
  allowance: UploadAllowance,
): Promise<Form> => {
  checkBodyType(request, 'upload')
  if (isDeclaredLarger(request, limit)) throw tooLarge(upload.maxBytes)
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null)
    let arriving: { stream: Readable; file: Promise<UploadedFile & SpooledContent> } | null = null
    const fail = (error: AppError): void => {
      request.unpipe(parser)
      request.off('close', onClose)
      parser.removeAllListeners()
      parser.on('error', () => {})
      request.resume()
      reject(error)
      arriving?.stream.destroy()
      void arriving?.file.then(
        (file) => file.close(),
        () => undefined,
      )
    }
    const parser = parserOf(request, upload, limit)
    const onClose = (): void => {
      if (!request.complete) fail(new AppError('INVALID_REQUEST', 'The form is incomplete'))
    }
    parser.on('file', (field, stream, info) => {
      if (field !== upload.field) {
        stream.resume()
        return fail(
          new AppError('INVALID_REQUEST', `The form must contain one file, in the field "${upload.field}"`),
        )
      }
      stream.on('limit', () => fail(tooLarge(upload.maxBytes)))
      stream.on('error', () => undefined) // spool() reports the error; without this listener, an early error would be uncaught.
      const file = spool(stream, allowance).then((content) => ({
        ...content,
        name: cleanName(info.filename),
        contentType: info.mimeType,
      }))
      arriving = { stream, file }
      file.catch((error: unknown) => fail(error instanceof AppError ? error : unreadableForm(error)))
    })
    parser.on('field', (name, value, info) => {
      if (name === 'file' || info.valueTruncated || info.nameTruncated || value.includes('\0')) {
        return fail(
          new AppError('INVALID_REQUEST', `Each form field must be text of at most ${maxFieldBytes} bytes`),
        )
      }
      fields[name] = value
    })
    parser.on('filesLimit', () =>
      fail(new AppError('INVALID_REQUEST', 'The form must contain only one file')),
    )
    parser.on('fieldsLimit', () =>
      fail(new AppError('INVALID_REQUEST', `The form must have at most ${maxFields} fields`)),
    )
    parser.on('error', (error) => fail(unreadableForm(error)))
    parser.on('close', () => {
      request.off('close', onClose)
      if (!arriving) return resolve({ fields, file: null })
      // `fail` has already reported the error.
      void arriving.file.then(
        (file) => resolve({ fields, file }),
        () => undefined,
      )
    })
    request.on('close', onClose)
    request.pipe(parser)
  })
}

const unreadableForm = (cause: unknown): AppError =>
  new AppError('INVALID_REQUEST', 'The form is not valid multipart/form-data', { cause })

const parserOf = (request: IncomingMessage, upload: Upload, limit: number): busboy.Busboy => {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        files: 1,
        fileSize: upload.maxBytes + 1,
        fields: maxFields,
        fieldSize: Math.min(limit, maxFieldBytes),
        parts: 60,
      },
    })
  } catch (error) {
    throw new AppError('INVALID_REQUEST', "The form's Content-Type must contain the boundary", {
      cause: error,
    })
  }
}

// oxlint-disable-next-line no-control-regex -- it removes control characters
const controlCharacters = /[\u0000-\u001f\u007f]/g

const cleanName = (name: string | undefined): string =>
  (name ?? '').split(/[/\\]/).at(-1)!.replace(controlCharacters, '').toWellFormed().slice(0, 255) || 'file'
