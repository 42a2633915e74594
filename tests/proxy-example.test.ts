import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const servers = readFileSync('container/nginx.conf', 'utf8')
  .split(/^  server \{/m)
  .slice(1)
  .map((block) => block.replaceAll(/#.*/g, ''))

test('中継の例は、依頼が作り出したホストにだれも送らない', () => {
  expect(servers).toHaveLength(4)
  for (const block of servers) {
    expect(block).not.toMatch(/return[^;]*\$(?:host|http_host)\b/)
    const refuses = /return 421|ssl_reject_handshake on/.test(block)
    expect([block, refuses || /server_name \w/.test(block)]).toEqual([block, true])
  }
})
