import type { Plugin } from 'vite'

/**
 * Preloads the fonts whose file names begin like this. The priority is low, so that they do not delay the scripts on a slow
 * connection.
 */
export function preloadFonts(names: readonly string[]): Plugin {
  return {
    name: 'outlast-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.keys(bundle)
        return names.map((name) => {
          const file = files.find((candidate) => candidate.includes(name))
          if (file === undefined) throw new Error(`The bundle lacks the font ${name}`)
          return {
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head',
          }
        })
      },
    },
  }
}
