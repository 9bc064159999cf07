import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/**
 * Lets browsers load the initial texts together with the scripts instead of after them. Only the scripts know
 * which language is shown, so both are loaded; they are small.
 */
const preloadTexts: Plugin = {
  name: 'preload-texts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && /\/i18n\/(en|ar)\.json$/.test(file.facadeModuleId ?? '')
          ? [
              {
                tag: 'link',
                attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${file.fileName}` },
                injectTo: 'head',
              },
            ]
          : [],
      ),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), preloadTexts],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The content security policy forbids data: URLs for fonts and styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The login page would otherwise contain the names of all scripts of all areas. Browsers find them
      // through imports.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    manifest: 'manifest.json',
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        worker: join(import.meta.dirname, 'worker.ts'),
      },
      output: {
        // The service worker keeps its URL, so that browsers find its next version.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // Code that every page needs is bundled into one file each instead of dozens of small ones.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store))\//,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            {
              name: 'base',
              test: /web\/(i18n\/(language|message\.rules|once-per-key|place)\.ts|app\/(session|theme|error-pages|root|shell\.route)|ui\/(button|field|form|use-form|notice|problem|class-names|toast|empty-state|skeleton|avatar)[.-]|app\/search-parameter|areas\/[^/]+\/([^/]*\.routes|[^/]*search\.rules|settings-sections|till\.texts)\.ts|areas\/sign-in\/(sign-in\.(layout|rules|module)|login|second-factor|use-enter))|libs\/client\/src\/(?!areas|realtime)/,
            },
            // Icons of several areas, most of which the navigation shows.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 },
            // Components of most pages; together, they compress better. Tables are large and not on every page.
            { name: 'ui', test: /web\/ui\/(?!data-table|cell)/, minShareCount: 8 },
          ],
        },
      },
    },
  },
  // `npm run dev -w services/console` serves the sources and passes API calls to a platform on this machine.
  server: {
    proxy: { '/v1': { target: process.env['PLATFORM_URL'] ?? 'http://localhost:8080', ws: true } },
  },
})
