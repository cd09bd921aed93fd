import type { Locator, Page } from '@playwright/test'
import jsqr from 'jsqr'

/** The module exports the function itself, which its types declare as the default export. */
const decodeQr = jsqr as unknown as typeof jsqr.default

/** Reads the QR code that a page shows, as a camera would: from its pixels. */
export async function readQrCode(code: Locator, blank: Page): Promise<string | undefined> {
  const png = (await code.screenshot({ scale: 'css' })).toString('base64')
  const { data, width, height } = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const pixels = context.getImageData(0, 0, image.width, image.height)
    return { data: [...pixels.data], width: image.width, height: image.height }
  }, png)
  return decodeQr(Uint8ClampedArray.from(data), width, height)?.data
}
