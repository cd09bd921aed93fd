import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli-files.ts'
import { chunkNames } from './build/chunk-names.ts'
import { helpPages } from './build/help-pages.ts'
import { initialJs, SCREENS } from './build/initial-js.ts'
import { runFirst } from './build/run-first.ts'
import { twoStyleSheets } from './build/two-style-sheets.ts'

const source = (path: string): string => join(import.meta.dirname, 'src', path)

/** The pool that `npm start` runs, for use with `npm run dev -w @outlast/web`. */
const POOL = 'http://localhost:8080'

/** The API accepts writes from its own origin only, so the proxy sends that origin. */
const proxyToPool = { target: POOL, changeOrigin: true, headers: { origin: POOL } }

/** What the first view reaches only through a package's list of what it has, and loads with the connection (src/live/live-client.ts). */
const WITH_CONNECTION = /\/contract\/src\/(?:endpoints|client|live\/(?:fold|row-changes|reveal-codes|order)[\w-]*)\.ts$/
/** The build's own code for older browsers. The first view has what it needs of it in the app's file. */
const HELPERS = /@oxc-project\+runtime/

export default defineConfig({
  plugins: [
    react(),
    runFirst('src/app/early.ts'),
    twoStyleSheets(SCREENS.map(({ screen }) => screen)),
    initialJs(),
    helpPages(join(import.meta.dirname, '../../docs'), join(import.meta.dirname, 'build/help.css')),
    brotliFiles(),
  ],
  resolve: {
    alias: [
      // The router brings this for React 17; the app's React has it.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: source('ui/create-icon.ts') },
    ],
  },
  build: {
    // The clubhouse screen runs in browsers of televisions (docs/tv.md). Style sheets keep Vite's target, which would replace light-dark().
    target: ['chrome96', 'edge96', 'firefox94', 'safari15.1'],
    cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // What every screen needs is one file, and so is what the first screens add to it, which compresses better than its sixty parts.
    // The rules are a file of their own, so that no screen waits for them because they share a file with what it needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /\/src\/(?:app\/early(?:-entries)?|api\/(?:early-answers|token)|styles\/fonts)\.ts$|preload-helper/,
            },
            {
              name: 'app',
              tags: ['$initial'],
              test: (id) => !WITH_CONNECTION.test(id),
              includeDependenciesRecursively: false,
            },
            { name: 'pool-rules', test: /\/domain\/src\/pool-rules\//, includeDependenciesRecursively: false },
            {
              name: chunkNames({
                dashboard: source('app/screens/dashboard-screen.tsx'),
                reveal: source('features/reveal/reveal-screen.tsx'),
              }),
              debugName: 'screens',
              // The index of the domain imports all of it, and the screens use little of it.
              test: (id) =>
                !WITH_CONNECTION.test(id) &&
                !HELPERS.test(id) &&
                !/\/packages\/(?:domain\/src\/(?!values\/(?!forkable-map|webhooks|setup-steps|celebrated-season|amounts\b|roles|clubhouse-screen|rule-questions)|standing\/(?!season-|participation)|situation\/(?:outlook|missing|buyback))|views\/src\/(?:outlook-without|stakes|pool-count|odds|matrix|leaderboard|survival|usage|championship|blocking-games))/.test(
                  id,
                ),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    // Nothing is preloaded that older browsers would not load at once.
    modulePreload: { polyfill: false },
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'licenses.json' },
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy: { '/api': proxyToPool, '/og': proxyToPool, '/socket.io': { ...proxyToPool, ws: true } } },
})
