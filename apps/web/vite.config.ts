import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { join } from 'node:path'
import { brotliFiles } from './build/brotli-files.ts'
import { helpPages } from './build/help-pages.ts'
import { initialJs } from './build/initial-js.ts'
import { preloadFonts } from './build/preload-fonts.ts'

/** The pool that `npm start` runs, for use with `npm run dev -w @outlast/web`. */
const POOL = 'http://localhost:8080'

/** The API accepts writes from its own origin only, so the proxy sends that origin. */
const proxyToPool = { target: POOL, changeOrigin: true, headers: { origin: POOL } }

export default defineConfig({
  plugins: [
    react(),
    preloadFonts(['figtree-latin-wght', 'barlow-condensed-latin-600', 'barlow-condensed-latin-700']),
    initialJs(),
    helpPages(join(import.meta.dirname, '../../docs'), join(import.meta.dirname, 'build/help.css')),
    brotliFiles(),
  ],
  // The router brings this for React 17; the app's React has it.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // One style sheet: a part of a screen that loads later cannot fail to get its styles.
  build: {
    // The clubhouse screen runs in browsers of televisions (docs/tv.md). Style sheets keep Vite's target, which would replace light-dark().
    target: ['chrome96', 'edge96', 'firefox94', 'safari15.1'],
    cssTarget: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // What every screen needs is one file, which compresses better than its thirty parts.
    // The rules are a file of their own, so that no screen waits for them because they share a file with what it needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'] },
            { name: 'pool-rules', test: /\/domain\/src\/pool-rules\//, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'licenses.json' },
    assetsInlineLimit: 0,
    sourcemap: false,
    cssCodeSplit: false,
  },
  server: { proxy: { '/api': proxyToPool, '/og': proxyToPool, '/socket.io': { ...proxyToPool, ws: true } } },
})
