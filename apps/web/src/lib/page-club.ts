/** The club's name as the server wrote it into the page, until the live view of the pool arrives. */
export const clubNameInPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? 'Outlast'

/** The version of the club’s crest, which is the page’s icon, until the live view of the pool arrives; null: none. */
export function crestInPage(): string | null {
  const icon = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? ''
  return /^\/api\/club\/crest\/([^/]+)\//.exec(icon)?.[1] ?? null
}
