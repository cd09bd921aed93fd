import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { RenderTask } from './render-crest.ts'

// Draws one image in all sizes, in a thread of its own that can be ended. The renderer is WebAssembly: it reaches neither files nor the
// network, and a fault in it cannot end the process.
const { type, file, sizes } = workerData as RenderTask

/** An image in an image loads nothing else, and is fitted into its box. */
const data = `data:${type};base64,${Buffer.from(file).toString('base64')}`
const drawing = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" href="${data}"/></svg>`

await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
const images = sizes.map((size) => {
  const image = new Resvg(drawing(size)).render()
  return { size, png: image.asPng(), isEmpty: image.pixels.every((value, at) => at % 4 !== 3 || value === 0) }
})
parentPort?.postMessage(images)
