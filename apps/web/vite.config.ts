import { defineConfig } from 'vite'

/** Where `npm start` serves the API while `npm run dev -w @outlast/web` serves the pages. */
const API = 'http://127.0.0.1:8080'

export default defineConfig({
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false },
  server: { proxy: { '/api': API, '/socket.io': { target: API, ws: true } } },
})
