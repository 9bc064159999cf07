import { defineConfig } from 'vitest/config'

/** Runs tests on sources from which one safeguard is cut out: `WP_SAFEGUARD` is `{ file, find, replace }` as JSON. */
const { file, find, replace } = JSON.parse(process.env['WP_SAFEGUARD'] ?? '{}') as Record<string, string>

export default defineConfig({
  plugins: [
    {
      name: 'without-safeguard',
      enforce: 'pre',
      transform: (code, id) => {
        if (!file || !id.split('?')[0]?.endsWith(file)) return null
        if (!code.includes(find!)) throw new Error(`${file} no longer contains: ${find}`)
        return code.replace(find!, replace!)
      },
    },
  ],
  // Modules remembered from a run with the safeguard would hide that it is gone.
  test: { testTimeout: 60_000, hookTimeout: 60_000, fsModuleCache: !file },
})
