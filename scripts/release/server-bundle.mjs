import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { root } from '../lib/run.mjs'

/** Packages that a bundle cannot contain, since their files are read: threads, WebAssembly, and the faces of cards. */
export const COPIED = ['piscina', '@resvg/resvg-wasm', '@fontsource/barlow-condensed', '@fontsource/figtree']
/** Packages that are optional and absent. */
const ABSENT = ['pg-native', 'bufferutil', 'utf-8-validate']

/** The name of the list of bundled packages with their licences that a bundle leaves in its folder. */
export const LICENSES = 'licenses.json'

/** What a release's Node.js may lack. Every thread loads it first. */
const POLYFILLS = '\0outlast-polyfills'

/**
 * Bundles the server with its packages, threads and migrations as JavaScript.
 *
 * @param {string} outDir
 */
export async function bundleServer(outDir) {
  const migrations = readdirSync(join(root, 'migrations')).filter((file) => /^\d.*\.ts$/.test(file))
  await bundle(outDir, 'node22', [ownFiles(), polyfills()], {
    main: join(root, 'apps/server/src/main.ts'),
    ...Object.fromEntries(migrations.map((file) => [`migrations/${file.slice(0, -3)}`, join(root, 'migrations', file)])),
  })
}

/**
 * Bundles the launcher, which any Node.js can run.
 *
 * @param {string} outDir
 */
export async function bundleLauncher(outDir) {
  await bundle(outDir, 'node16', [], { outlast: join(root, 'scripts/release/launcher.mjs') })
}

function bundle(outDir, target, plugins, input) {
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    ssr: { target: 'node', noExternal: true, external: [...COPIED, ...ABSENT] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target,
      minify: false,
      copyPublicDir: false,
      emitAssets: true,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' },
      },
    },
  })
}

/** Includes what a module reads or starts by an address relative to its own: `new URL('./worker.ts', import.meta.url)`. */
function ownFiles() {
  return {
    name: 'outlast-own-files',
    enforce: 'pre',
    async transform(code, id) {
      if (id.includes('node_modules')) return null
      let result = code
      for (const [text, path] of code.matchAll(/new URL\('([\w./-]+\.(?:ts|css))', import\.meta\.url\)/g)) {
        const source = join(id, '..', path)
        const name = basename(path).replace(/\.ts$/, '.mjs')
        // All modules but the entry end in this folder.
        const fileName = `chunks/${name}`
        if (path.endsWith('.ts')) this.emitFile({ type: 'chunk', id: source, fileName })
        else this.emitFile({ type: 'asset', source: await this.fs.readFile(source), fileName })
        result = result.replace(text, `new URL('./${name}', import.meta.url)`)
      }
      return result === code ? null : { code: result, map: null }
    },
  }
}

/** Gives every entry Temporal, which Node.js before 26 does not have. */
function polyfills() {
  return {
    name: 'outlast-polyfills',
    enforce: 'pre',
    resolveId: (id) => (id === POLYFILLS ? id : undefined),
    load: (id) => (id === POLYFILLS ? `if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')` : undefined),
    transform(code, id) {
      const isEntry = this.getModuleInfo(id)?.isEntry === true && !id.includes('/migrations/')
      return isEntry ? { code: `import ${JSON.stringify(POLYFILLS)}\n${code}`, map: null } : null
    },
  }
}
