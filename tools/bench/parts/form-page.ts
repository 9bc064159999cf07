import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The bytes that a page transfers before it can be used, apart from its document. */
export type PageSize = { styleBytes: number; scriptBytes: number }

const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Form</title>
    <script type="module" src="/form.js"></script>
    <link rel="stylesheet" href="/form.css" />
  </head>
  <body></body>
</html>`

const style = 'form { display: grid; gap: 12px; max-width: 400px; margin: auto; font: 14px system-ui }'

const script = `const form = document.createElement('form')
for (const [type, label] of [['email', 'Email'], ['password', 'Password']]) {
  const field = document.createElement('label')
  const input = document.createElement('input')
  input.type = type
  field.append(label, input)
  form.append(field)
}
const button = document.createElement('button')
button.type = 'submit'
button.append('Log in')
form.append(button)
form.addEventListener('submit', (event) => event.preventDefault())
document.body.append(form)
form.querySelector('input').focus()`

/** Appends a comment, so that a script or style has a number of bytes. */
const padded = (text: string, bytes: number): string => {
  const missing = Math.max(0, bytes - text.length - 5)
  return `${text}\n/*${randomBytes(missing).toString('base64').replaceAll('/', '_').slice(0, missing)}*/`
}

/** Serves a page that transfers as many bytes as another one, but only builds a form by plain DOM calls. */
export const serveFormPage = async ({
  styleBytes,
  scriptBytes,
}: PageSize): Promise<{ url: string; stop: () => void }> => {
  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', document],
    '/form.css': ['text/css', padded(style, styleBytes)],
    '/form.js': ['text/javascript', padded(script, scriptBytes)],
  }
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(content === '' ? 404 : 200, { 'content-type': type }).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
