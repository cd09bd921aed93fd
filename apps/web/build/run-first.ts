import type { Plugin } from 'vite'

/** Lets the page run a script as soon as it has arrived, before the app that imports it. @param script the end of the path of its module */
export function runFirst(script: string): Plugin {
  return {
    name: 'outlast-run-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(script)),
        )
        const preload = new RegExp(`<link rel="modulepreload"[^>]* href="/${chunk?.fileName}">\\s*`)
        if (chunk === undefined || !preload.test(html)) throw new Error(`The page lacks ${script}`)
        // Other scripts wait for the style sheet.
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
        return { html: html.replace(preload, ''), tags: [{ tag: 'script', attrs, injectTo: 'head-prepend' }] }
      },
    },
  }
}
