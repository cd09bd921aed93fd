import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { runInBackground } from '../lib/background-thread.ts'
import type { CardTask, CrestTask, ImageTask } from './run-image-task.ts'

// Draws images in a separate thread that can be terminated. The renderer is WebAssembly: it can access neither files nor the
// network, and a fault in it cannot end the process.

/** Draws an upload in all sizes. It is embedded as an image, which cannot load anything else and is scaled to fit. */
function drawCrest({ type, file, sizes }: CrestTask) {
  const data = `data:${type};base64,${Buffer.from(file).toString('base64')}`
  return sizes.map((size) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" href="${data}"/></svg>`
    const image = new Resvg(svg).render()
    return { size, png: image.asPng(), isEmpty: image.pixels.every((value, at) => at % 4 !== 3 || value === 0) }
  })
}

/** Draws a card. The layout engine is loaded only here. Its texts are paths, since the renderer has no fonts. */
async function drawCard(card: CardTask) {
  const { cardSvg } = await import('./draw/card-svg.ts')
  return new Resvg(await cardSvg(card)).render().asPng()
}

runInBackground()
const initialized = initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))

// A failure ends the thread, and its error reaches the caller.
parentPort?.on('message', async (task: ImageTask) => {
  await initialized
  parentPort?.postMessage(task.kind === 'crest' ? drawCrest(task) : await drawCard(task))
})
