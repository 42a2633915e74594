// The anchor: nothing but node:http and the same bytes with the same headers.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.env['BODY_FILE'] ?? '')
const headers: Record<string, string> = JSON.parse(process.env['HEADERS'] ?? '{}')
createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env['PORT']), () => process.stdout.write('ready\n'))
