import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// What a flood costs at least on this machine: a server that sends 2 KB to everybody, and does nothing else. Prints its port to the parent.

const body = Buffer.alloc(2_048, '.')
const headers = { 'Content-Type': 'text/plain', 'Content-Length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('SIGTERM', () => process.exit(0))
