/** The club's name as the server wrote it into the page, until the live view of the pool arrives. */
export const clubNameInPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? 'Outlast'
