let loading: Promise<void> | undefined

/** Loads the style sheet that only the first screens do without (build/two-style-sheets.ts). Rejects when that fails; the next call tries again. */
export function loadLaterStyles(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="later-styles"]')?.content
  // Vite's development server adds the styles of each module.
  if (address === undefined) return Promise.resolve()
  loading ??= addSheet(address).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function addSheet(address: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${address} could not be loaded`))
    })
    document.head.append(link)
  })
}
