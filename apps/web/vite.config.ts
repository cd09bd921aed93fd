import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { initialJs } from './build/initial-js.ts'

/** Where `npm start` serves the API while `npm run dev -w @outlast/web` serves the pages. */
const API = 'http://localhost:8080'

/** The API takes writes from its own address only, so the proxy says that it is that. */
const proxied = { target: API, changeOrigin: true, headers: { origin: API } }

export default defineConfig({
  plugins: [react(), initialJs({ screen: 'src/app/screens/dashboard-screen.tsx', limit: 150 })],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false },
  server: { proxy: { '/api': proxied, '/socket.io': { ...proxied, ws: true } } },
})
