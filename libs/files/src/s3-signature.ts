import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string }

export type UnsignedRequest = {
  readonly method: string
  /** The percent-encoded path, without a query. */
  readonly path: string
  /** Header names in lower case, including `host`. All headers are signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly payloadSha256: string
}

const service = 's3'

/** Returns the headers with an AWS Signature Version 4, valid for 15 minutes. */
export const signRequest = (
  { method, path, headers, payloadSha256 }: UnsignedRequest,
  { accessKeyId, secretAccessKey }: S3Credentials,
  region: string,
  now: Date,
): Record<string, string> => {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const all: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': payloadSha256,
    'x-amz-date': time,
  }
  const names = Object.keys(all).toSorted()
  const signedHeaders = names.join(';')
  const headerLines = names.map((name) => `${name}:${all[name]!.trim()}\n`).join('')
  const canonical = [method, path, '', headerLines, signedHeaders, payloadSha256].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}

export const emptySha256 = createHash('sha256').digest('hex')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
