// Shows push messages and opens their page, and keeps the app's own files for the time without a connection
// (docs/decisions/092-the-app-opens-without-a-connection.md). It never stores an answer of the API.

const CACHE = 'app'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// The server comes first, so that nobody sees an old version. Only without an answer the kept files are used.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // The help has pages of its own, which are not kept.
  const isPage = request.mode === 'navigate' && !/^\/(api|help)\//.test(pathname)
  if (isPage || pathname.startsWith('/assets/')) event.respondWith(fetch(request).catch(() => kept(isPage ? '/' : pathname)))
})

const kept = async (path) => (await (await caches.open(CACHE)).match(path)) ?? Response.error()

// A page says which files it has loaded.
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keep(event.data.files))
})

/** Keeps the page of the current version with these files and those that it loads itself, and forgets all others. */
async function keep(files) {
  const cache = await caches.open(CACHE)
  const page = await fetch('/', { cache: 'no-cache' })
  if (!page.ok) return
  const own = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const wanted = new Set([...own, ...files])
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await Promise.all([...wanted].filter((path) => !known.has(path)).map((path) => cache.add(path)))
  await cache.put('/', page)
  // Last, so that a kept page has its files at every moment.
  for (const path of known) if (path !== '/' && !wanted.has(path)) await cache.delete(path)
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(title ?? 'Outlast', {
      body: body ?? '',
      // A message that arrives twice is shown once.
      tag: id,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/' },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data ?? { path: '/' }
  event.waitUntil(open(new URL(path, self.location.origin).href))
})

/** Shows the page in a window of the app that is open already, or in a new one. */
async function open(url) {
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (window === undefined) return self.clients.openWindow(url)
  await window.focus()
  // Only windows that this worker controls can be sent to another page.
  return window.navigate(url).catch(() => self.clients.openWindow(url))
}
