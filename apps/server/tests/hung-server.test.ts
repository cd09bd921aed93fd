import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { nginxConfig, startNginx } from '@outlast/testing/server/nginx'
import { freePort } from '@outlast/testing/server/server-process'
import { expect, test } from 'vitest'

/** A server that answers each request, until its process is stopped. */
const PROGRAM = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.argv[1], '127.0.0.1', () => console.log('up'))`

test('nginx answers for a server that hangs, once its limit is over, on both kinds of paths', async () => {
  const [behind, port] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, ['-e', PROGRAM, String(behind)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(server.stdout, 'data')
  // The limits of the file, made short. Each place that forwards has one: without it, nothing would be replaced.
  const file = nginxConfig(port, [behind])
  const limits = file.match(/proxy_read_timeout \d+s;/g)
  expect(limits).toHaveLength(file.match(/proxy_pass /g)?.length ?? 0)
  const proxy = await startNginx(file.replaceAll(/proxy_read_timeout \d+s;/g, 'proxy_read_timeout 1s;'), port)
  try {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect(await (await get('/api/weeks')).text()).toBe('ok')
    server.kill('SIGSTOP')
    const answer = await get('/api/weeks')
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 'unavailable' }),
    ])
    expect((await get('/socket.io/?EIO=4&transport=polling')).status).toBeGreaterThanOrEqual(500)
  } finally {
    await proxy.stop()
    server.kill('SIGKILL')
  }
})
