// Shows push messages and opens the page that they are about. It has no fetch handler: the app always comes from the server
// (docs/decisions/021-no-service-worker.md).

self.addEventListener('install', () => self.skipWaiting())

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
