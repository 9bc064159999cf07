/** A PNG with one gray pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns a form that uploads bytes as a PNG file. */
export const pngForm = (bytes: Uint8Array = png, name = 'photo.png', field = 'file'): FormData => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return form
}

/** An encoded upload form. Its bytes are the same for each request, as a repeated Idempotency-Key requires. */
export const encodedPngForm = {
  body: Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    png,
    Buffer.from('\r\n--b--\r\n'),
  ]),
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
}
