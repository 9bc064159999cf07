import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
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
        login: join(import.meta.dirname, 'login.html'),
        worker: join(import.meta.dirname, 'worker.ts'),
      },
      output: {
        // The service worker keeps its URL, so that browsers find its next version.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // Chromium then compiles the scripts of the login page while it loads them, instead of function by function
        // when they are called.
        postBanner: ({ name }) =>
          name === 'react' || name === 'sign-in' ? '//# allFunctionsCalledOnLoad' : '',
        // Code that every page needs is bundled into one file each instead of dozens of small ones.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            // The rest of the login page (login.tsx). A module that it needs and that is not named here would make
            // it load the chunk of that module too; test/bundle.test.ts would fail.
            {
              name: 'sign-in',
              test: /web\/(start|i18n\/(language|locale\.rules|message\.rules|once-per-key|place|(en|ar)\.json)|app\/(session|theme|remembered-member)|ui\/(button|field|form|use-form|intent|notice|problem|class-names|avatar|api-messages\.ts|icon\.svg)[.-]?|areas\/sign-in\/(sign-in\.(frame|rules|module)|login\.form|second-factor))|libs\/client\/src\/(?!areas\/(?!identity)|realtime)/,
            },
            {
              name: 'router',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            {
              name: 'base',
              test: /web\/(router|app\.tsx|app\/(error-pages|root|shell\.route|search-parameter)|ui\/(toast|empty-state|skeleton)[.-]|areas\/[^/]+\/([^/]*\.routes|[^/]*search\.rules|settings-sections|till\.texts)\.ts|areas\/sign-in\/(sign-in\.layout|login\.page|use-enter))/,
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
