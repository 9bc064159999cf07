// Sends the next request after each reply until its parent disconnects. The arguments are the URL, the path,
// the token and how many addresses the requests seem to come from.
import { Pool } from 'undici'

const [url = '', path = '/', token = '', addresses = '1'] = process.argv.slice(2)
const connections = 128
const pool = new Pool(url, { connections, pipelining: 1 })
process.on('disconnect', () => process.exit())

let sent = 0
const flood = async (): Promise<never> => {
  for (;;) {
    const place = (sent += 1) % Number(addresses)
    const headers = {
      'x-forwarded-for': `198.51.${Math.floor(place / 250)}.${place % 250}`,
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    }
    const reply = await pool.request({ method: 'GET', path, headers })
    await reply.body.dump()
  }
}
await Promise.all(Array.from({ length: connections }, flood))
