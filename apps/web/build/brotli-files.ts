import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Writes each script and style sheet a second time, compressed with Brotli at its best quality, which is too slow for a server.
 * The result has the suffix `.br`.
 */
export function brotliFiles(): Plugin {
  return {
    name: 'outlast-brotli-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(?:js|css)$/.test(fileName))
      await Promise.all(
        files.map(async (file) =>
          writeFile(join(dir, `${file.fileName}.br`), await compress(file.type === 'chunk' ? file.code : file.source)),
        ),
      )
    },
  }
}
