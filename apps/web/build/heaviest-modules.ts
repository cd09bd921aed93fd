import { brotliCompressSync } from 'node:zlib'
import { build, minifySync, type Rolldown } from 'vite'
import { SCREENS, screenChunks } from './initial-js.ts'

// `npm run heaviest -w @outlast/web`: prints the heaviest modules of the JavaScript that each screen waits for (docs/measurements.md).

const COUNT = 10

const built = await build({ build: { write: false }, logLevel: 'error' })
const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []))
const chunks = outputs.filter((output): output is Rolldown.OutputChunk => output.type === 'chunk')

for (const { screen } of SCREENS) {
  const modules = screenChunks(chunks, screen).flatMap((chunk) => Object.entries(chunk.modules))
  console.log(`\n${screen}: the heaviest of ${modules.length} modules, in kB, minified and compressed alone`)
  const weighed = modules.map(([id, { code }]) => ({ name: nameOf(id), bytes: compressedSize(code ?? '') }))
  for (const { name, bytes } of weighed.sort((a, b) => b.bytes - a.bytes).slice(0, COUNT)) {
    console.log(`${(bytes / 1000).toFixed(1).padStart(6)}  ${name}`)
  }
}

function compressedSize(code: string): number {
  return brotliCompressSync(minifySync('module.js', code).code).length
}

/** The path of a module from its package. */
function nameOf(id: string): string {
  return id.replace(/^.*\/(?:node_modules|apps|packages)\//, '')
}
